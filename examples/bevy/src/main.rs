//! Four shapes to drag with the mouse. Every near pair shows its witness points, its normal and the bounds of its
//! distance.
//!
//! `measure` has the queries. The rest is a Bevy scene. Run it with `cargo run --release` in this directory.

use bevy::asset::RenderAssetUsages;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;
use clearance::{Hull, Placed, Pose, ShapeError, Status, SupportMap, signed_distance};

/// A vector of the queries. `Vec3` is Bevy's.
type V = clearance::Vec3<f32>;
type Convex = dyn SupportMap<V> + Send + Sync;

/// Pairs that are farther apart show nothing. [length]
const NEAR: f32 = 1.5;

/// A convex shape in the frame of its entity's `Transform`, whose scale is 1.
#[derive(Component)]
struct Body(Box<Convex>);

impl Body {
    fn at(&self, transform: &Transform) -> Placed<&Convex, V> {
        let pose = Pose::new(transform.rotation.into(), transform.translation.into());
        let pose = pose.expect("a transform is finite, and its rotation has unit length up to rounding");
        Placed::new(&*self.0, pose)
    }
}

fn main() {
    let title = "clearance: the left button moves a shape, the right button turns it".into();
    let window = WindowPlugin { primary_window: Some(Window { title, ..default() }), ..default() };
    App::new()
        .add_plugins((DefaultPlugins.set(window), MeshPickingPlugin))
        .insert_resource(GlobalAmbientLight { brightness: 500.0, ..default() })
        .add_systems(Startup, setup)
        .add_systems(Update, measure)
        .run();
}

/// The shapes, how they look, and where they start. The hull stands on the cuboid. The ball overlaps the capsule.
fn scene() -> Result<[(Body, Mesh, Transform); 4], ShapeError> {
    let half = vec3(1.0, 0.5, 0.75);
    let cuboid = clearance::Cuboid::new(half.into())?;
    let end = vec3(0.0, 0.8, 0.0);
    let capsule = clearance::Capsule::new((-end).into(), end.into(), 0.4)?;
    let ball = clearance::Ball::new(Vec3::ZERO.into(), 0.6)?;
    let corners = [[0.0, -0.75, 0.0], [0.75, 0.0, 0.25], [-0.75, 0.25, 0.25], [0.0, 0.0, 0.75], [0.0, 0.25, -0.75]];
    let top = [[0.25, 0.75, 0.25], [-0.5, 0.625, -0.25], [0.5, 0.5, -0.5]];
    let hull = Hull::new(&[&corners[..], &top].concat().into_iter().map(V::from).collect::<Vec<_>>())?;
    let hull_mesh = mesh(&hull);
    Ok([
        (Body(Box::new(cuboid)), Cuboid { half_size: half }.into(), Transform::from_xyz(-1.75, -0.5, 0.0)),
        (Body(Box::new(hull)), hull_mesh, Transform::from_xyz(-1.5, 0.75, 0.0)),
        (
            Body(Box::new(capsule)),
            Capsule3d { radius: 0.4, half_length: 0.8 }.into(),
            Transform::from_xyz(0.75, 0.25, 0.0).with_rotation(Quat::from_rotation_z(-0.5)),
        ),
        (Body(Box::new(ball)), Sphere::new(0.6).into(), Transform::from_xyz(1.75, 0.5, 0.0)),
    ])
}

/// The faces of a hull as triangles: a fan for each face.
fn mesh(hull: &Hull<V>) -> Mesh {
    let fan = |face: &[u32]| face[1..].windows(2).flat_map(|edge| [face[0], edge[0], edge[1]]).collect::<Vec<_>>();
    let corners = hull.faces().flat_map(fan).map(|vertex| <[f32; 3]>::from(hull.vertices()[vertex as usize]));
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners.collect::<Vec<_>>())
        .with_computed_flat_normals()
}

fn setup(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut gizmos: ResMut<GizmoConfigStore>,
) -> Result {
    let material = materials.add(Color::srgb(0.25, 0.3, 0.4));
    for (body, mesh, transform) in scene()? {
        let look = (Mesh3d(meshes.add(mesh)), MeshMaterial3d(material.clone()));
        commands.spawn((body, look, transform)).observe(drag);
    }
    // A negative bias draws gizmos in front of the shapes: witness points of overlapping shapes are inside.
    gizmos.config_mut::<DefaultGizmoConfigGroup>().0.depth_bias = -1.0;
    let camera = Transform::from_xyz(0.0, 1.5, 7.0).looking_at(Vec3::ZERO, Vec3::Y);
    commands.spawn((Camera3d::default(), Tonemapping::Reinhard, camera));
    commands.spawn((DirectionalLight::default(), Transform::from_xyz(2.0, 4.0, 3.0).looking_at(Vec3::ZERO, Vec3::Y)));
    Ok(())
}

/// The left button moves a shape in the plane z = constant. Any other button turns it.
fn drag(
    drag: On<PointerDrag>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut bodies: Query<&mut Transform, With<Body>>,
) -> Result {
    let mut transform = bodies.get_mut(drag.entity)?;
    if drag.button != PointerButton::Primary {
        transform.rotate_y(0.01 * drag.delta.x);
        transform.rotate_x(0.01 * drag.delta.y);
        // Products of rotations drift from unit length, and the bounds widen with the drift.
        transform.rotation = transform.rotation.normalize();
        return Ok(());
    }
    let ((camera, view), center) = (*camera, transform.translation);
    let in_plane = |pixel: Vec2| {
        let ray = camera.viewport_to_world(view, pixel).ok()?;
        Some(ray.get_point(ray.intersect_plane(center, InfinitePlane3d::new(Vec3::Z))?))
    };
    let end = drag.pointer.position;
    if let (Some(from), Some(to)) = (in_plane(end - drag.delta), in_plane(end)) {
        transform.translation += to - from;
    }
    Ok(())
}

/// Asks for the signed distance of every pair, and draws the answers of the near ones.
fn measure(
    bodies: Query<(&Body, &Transform)>,
    camera: Single<&Transform, (With<Camera>, Without<Body>)>,
    mut gizmos: Gizmos,
) {
    for [(a, transform_a), (b, transform_b)] in bodies.iter_combinations() {
        let answer = signed_distance(&a.at(transform_a), &b.at(transform_b));
        if answer.lower > NEAR {
            continue;
        }
        let color = match answer.status {
            Status::Separated => Color::srgb(0.2, 0.9, 0.3),
            Status::Touching => Color::srgb(1.0, 0.9, 0.1),
            Status::Overlapping => Color::srgb(1.0, 0.25, 0.2),
        };
        let [on_a, on_b, normal] = [answer.point_a, answer.point_b, answer.normal].map(Vec3::from);
        gizmos.line(on_a, on_b, color);
        gizmos.sphere(on_a, 0.04, color);
        gizmos.sphere(on_b, 0.04, color);
        // The normal points from A to B. The arrow begins where the segment ends, so both are seen.
        let end = if answer.distance < 0.0 { on_a } else { on_b };
        gizmos.arrow(end, end + 0.4 * normal, Color::WHITE);
        let place = on_a.midpoint(on_b) + 0.3 * camera.up();
        let bounds = format!("{:?} .. {:?}", answer.lower, answer.upper);
        gizmos.text(Isometry3d::new(place, camera.rotation), &bounds, 0.12, Vec2::ZERO, color);
    }
}

#[test]
fn the_first_picture_has_all_three_colours() {
    let bodies = scene().unwrap();
    let at = |index: usize| bodies[index].0.at(&bodies[index].2);
    let status = |a, b| signed_distance(&at(a), &at(b)).status;
    assert_eq!(status(0, 1), Status::Touching);
    assert_eq!(status(2, 3), Status::Overlapping);
    assert_eq!(status(0, 2), Status::Separated);
}
