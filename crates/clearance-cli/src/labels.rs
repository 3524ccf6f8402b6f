//! Places for the words of a drawing. Of a few candidates, the one that covers least is chosen.

use clearance::each::Each;
use clearance_files::plane::Point;

use crate::outline::Outline;

/// A word with its estimated size on paper. Browsers differ by a few per cent.
pub struct Text {
    width: f64,
    height: f64,
}

impl Text {
    /// The size of `text` in a font of `size` pixels.
    pub fn new(text: &str, size: f64) -> Self {
        Self { width: 0.62 * size * text.chars().count() as f64, height: size }
    }

    /// Points all over the word when its middle is at `place` and it is turned by `angle` degrees.
    fn samples(&self, place: Point, angle: f64) -> Vec<Point> {
        let (sine, cosine) = angle.to_radians().sin_cos();
        let steps = (self.width / 8.0).ceil().max(2.0);
        let mut points = Vec::new();
        for row in [-0.6, 0.0, 0.6] {
            for step in 0..=steps as usize {
                let (x, y) = (self.width * (step as f64 / steps - 0.5), self.height * row);
                points.push([place[0] + cosine * x - sine * y, place[1] + sine * x + cosine * y]);
            }
        }
        points
    }
}

/// What is on the paper already.
pub struct Labels {
    bodies: Vec<Outline>,
    words: Vec<Point>,
}

impl Labels {
    /// A drawing of bodies without words.
    pub fn new(bodies: Vec<Outline>) -> Self {
        Self { bodies, words: Vec::new() }
    }

    /// How much a word covers. Other words count most.
    fn cost(&self, samples: &[Point], own: Option<usize>) -> f64 {
        let near_word = |p: &Point| self.words.iter().any(|w| (p[0] - w[0]).hypot(p[1] - w[1]) < 9.0);
        let in_body = |p: &Point| {
            let others = self.bodies.iter().enumerate().filter(|&(index, _)| Some(index) != own);
            others.filter(|(_, body)| body.holds(*p)).count()
        };
        samples.iter().map(|p| 4.0 * f64::from(u8::from(near_word(p))) + in_body(p) as f64).sum::<f64>()
            / samples.len() as f64
    }

    /// The offset of the dimension line from the gap, the middle of its number, and the number's angle in degrees.
    pub fn place_dimension(&mut self, a: Point, b: Point, along: Point, text: &Text) -> (f64, Point, f64) {
        let side = [-along[1], along[0]];
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        let angle = along[1].atan2(along[0]).to_degrees();
        // The number is read from below or from the right, as on drawings.
        let angle = if !(-90.0..90.0).contains(&angle) { angle - 180.0 } else { angle };
        // The number is on the line if there is room, otherwise beyond one of its ends.
        let beyond = length / 2.0 + 24.0 + text.width / 2.0;
        let shifts: &[(f64, f64)] =
            if length > text.width + 14.0 { &[(0.0, 9.0)] } else { &[(beyond, 0.0), (-beyond, 0.0)] };
        let mut best = (f64::INFINITY, 0.0, a);
        for distance in [22.0f64, 34.0, 48.0, 66.0, 88.0] {
            for offset in [distance, -distance] {
                for &(shift, lift) in shifts {
                    let across = offset + lift * offset.signum();
                    let place = [0, 1].each(|i| 0.5 * (a[i] + b[i]) + across * side[i] + shift * along[i]);
                    let mut samples = text.samples(place, angle);
                    samples.extend([a, b].each(|end| [end[0] + offset * side[0], end[1] + offset * side[1]]));
                    let cost = self.cost(&samples, None) + 0.004 * distance;
                    if cost < best.0 {
                        best = (cost, offset, place);
                    }
                }
            }
        }
        let (_, offset, place) = best;
        self.words.extend(text.samples(place, angle));
        self.words.extend([a, b].each(|end| [end[0] + offset * side[0], end[1] + offset * side[1]]));
        self.words.extend([a, b]);
        (offset, place, angle)
    }

    /// The middle of the name of a body. It is inside the body if the name fits, otherwise beside it.
    pub fn place_name(&mut self, index: usize, text: &Text) -> Point {
        let body = &self.bodies[index];
        let middle = body.middle();
        let reach = |direction: Point| {
            let along = body.core.iter().map(|p| (p[0] - middle[0]) * direction[0] + (p[1] - middle[1]) * direction[1]);
            along.fold(0.0, f64::max) + body.radius
        };
        let mut best = (f64::INFINITY, middle);
        let inside = [[0.0, 0.0], [0.0, 14.0], [0.0, -14.0], [18.0, 0.0], [-18.0, 0.0]];
        let fits = |place: Point| text.samples(place, 0.0).iter().all(|&p| body.holds(p));
        let within = inside.iter().map(|shift| [middle[0] + shift[0], middle[1] + shift[1]]).filter(|&p| fits(p));
        let beside = (0..8).map(|eighth| {
            let angle = std::f64::consts::FRAC_PI_4 * f64::from(eighth) + std::f64::consts::FRAC_PI_2;
            let direction = [angle.cos(), angle.sin()];
            let room = 6.0 + 0.5 * (text.width * direction[0].abs() + text.height * direction[1].abs());
            let distance = reach(direction) + room;
            [middle[0] + distance * direction[0], middle[1] + distance * direction[1]]
        });
        let candidates: Vec<(Point, f64)> = within.map(|p| (p, 0.0)).chain(beside.map(|p| (p, 0.2))).collect();
        for (rank, (place, extra)) in candidates.into_iter().enumerate() {
            let cost =
                self.cost(&text.samples(place, 0.0), (extra == 0.0).then_some(index)) + extra + 0.01 * rank as f64;
            if cost < best.0 {
                best = (cost, place);
            }
        }
        self.words.extend(text.samples(best.1, 0.0));
        best.1
    }
}
