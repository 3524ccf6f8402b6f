//! Triangles and discs as pixels, the nearest in front. Sums, products, quotients and roots alone: equal bits on all
//! machines.

/// The pixels of a picture that is drawn at twice its size in both directions, and then made smaller: edges are smooth.
pub struct Raster {
    width: usize,
    height: usize,
    colors: Vec<[u8; 3]>,
    /// One by the distance along the view: greater is nearer.
    nearness: Vec<f64>,
}

const BACKGROUND: [u8; 3] = [246, 247, 248];

impl Raster {
    /// A picture of this size.
    pub fn new(width: usize, height: usize) -> Self {
        let (width, height) = (2 * width, 2 * height);
        Self { width, height, colors: vec![BACKGROUND; width * height], nearness: vec![0.0; width * height] }
    }

    /// Draws a triangle: corners to the right, up and away from the eye, all with a positive distance.
    pub fn triangle(&mut self, corners: [[f64; 3]; 3], color: [u8; 3]) {
        let [a, b, c] = corners.map(|corner| self.place(corner));
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if !(area.abs() > 0.0 && area.is_finite()) {
            return;
        }
        let range = |axis: usize, size: usize| {
            let low = a[axis].min(b[axis]).min(c[axis]).floor().max(0.0);
            let high = a[axis].max(b[axis]).max(c[axis]).ceil().min(size as f64);
            (low as usize)..(high.max(0.0) as usize)
        };
        for y in range(1, self.height) {
            for x in range(0, self.width) {
                let at = [x as f64 + 0.5, y as f64 + 0.5];
                // The share of the area opposite of each corner.
                let share = |p: [f64; 3], q: [f64; 3]| {
                    ((p[0] - at[0]) * (q[1] - at[1]) - (p[1] - at[1]) * (q[0] - at[0])) / area
                };
                let shares = [share(b, c), share(c, a), share(a, b)];
                if !shares.iter().all(|&share| share >= 0.0) {
                    continue;
                }
                let nearness = shares[0] * a[2] + shares[1] * b[2] + shares[2] * c[2];
                let place = y * self.width + x;
                if nearness > self.nearness[place] {
                    self.nearness[place] = nearness;
                    self.colors[place] = color;
                }
            }
        }
    }

    /// Draws a disc on top of everything, with a radius in pixels.
    pub fn disc(&mut self, center: [f64; 3], radius: f64, color: [u8; 3]) {
        let [x, y, _] = self.place(center);
        let radius = 2.0 * radius;
        if !(x.abs() <= 1e6 && y.abs() <= 1e6) {
            return;
        }
        let range = |middle: f64, size: usize| {
            ((middle - radius).floor().max(0.0) as usize)..((middle + radius).ceil().clamp(0.0, size as f64) as usize)
        };
        for row in range(y, self.height) {
            for column in range(x, self.width) {
                let (dx, dy) = (column as f64 + 0.5 - x, row as f64 + 0.5 - y);
                if dx * dx + dy * dy <= radius * radius {
                    self.colors[row * self.width + column] = color;
                }
            }
        }
    }

    /// Where a point is in the picture, and how near.
    fn place(&self, [right, up, away]: [f64; 3]) -> [f64; 3] {
        // Half of the height is seen at the tangent of 30 degrees, one by the root of 3.
        let scale = 0.5 * self.height as f64 * 3.0_f64.sqrt() / away;
        [0.5 * self.width as f64 + scale * right, 0.5 * self.height as f64 - scale * up, 1.0 / away]
    }

    /// The picture: each pixel is the mean of four.
    pub fn finish(self) -> (u32, u32, Vec<[u8; 3]>) {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let four = [(0, 0), (0, 1), (1, 0), (1, 1)]
                    .map(|(down, right)| self.colors[(2 * y + down) * self.width + 2 * x + right]);
                let mean = |channel: usize| {
                    let sum: u16 = four.iter().map(|color| u16::from(color[channel])).sum();
                    u8::try_from((sum + 2) / 4).unwrap_or(u8::MAX)
                };
                pixels.push([0, 1, 2].map(mean));
            }
        }
        (width as u32, height as u32, pixels)
    }
}
