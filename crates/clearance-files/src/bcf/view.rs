//! What a topic shows: elements, their colours, a camera, and a picture.

use super::xml::Xml;
use super::{Guid, Version, is_ifc_guid};

/// An element of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Component {
    /// By its GlobalId.
    Ifc(String),
    /// By the name that the program which made it has for it.
    Named(String),
}

impl Component {
    /// The element of this id: a GlobalId of IFC, or a name.
    pub fn new(id: &str) -> Self {
        if is_ifc_guid(id) { Self::Ifc(id.to_owned()) } else { Self::Named(id.to_owned()) }
    }

    fn write(&self, xml: &mut Xml) {
        match self {
            Self::Ifc(guid) => xml.empty("Component", &[("IfcGuid", guid)]),
            Self::Named(name) => {
                xml.open("Component", &[]);
                xml.text("AuthoringToolId", name);
                xml.close();
            }
        }
    }
}

/// A camera in perspective, in metres, in the coordinates of the model. z points up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where the eye is.
    pub eye: [f64; 3],
    /// Where it looks, of unit length.
    pub direction: [f64; 3],
    /// What is up in the picture, of unit length and across the direction.
    pub up: [f64; 3],
    /// How far the view opens from its lowest to its highest point, in degrees. Version 2.1 allows 45 to 60.
    pub field_of_view: f64,
    /// The width of the view by its height.
    pub aspect: f64,
}

/// What is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Its identity.
    pub guid: Guid,
    /// The elements, at least one.
    pub selection: Vec<Component>,
    /// Colours as `RRGGBB` or `AARRGGBB` in capital digits, each with at least one element.
    pub colors: Vec<(String, Vec<Component>)>,
    /// From where it is seen.
    pub camera: Camera,
    /// A picture: a PNG.
    pub snapshot: Vec<u8>,
}

impl View {
    /// The file `viewpoint.bcfv`.
    pub(super) fn document(&self, version: Version) -> String {
        let mut xml = Xml::new();
        xml.open("VisualizationInfo", &[("Guid", &self.guid.to_string())]);
        xml.open("Components", &[]);
        list(&mut xml, "Selection", &self.selection);
        xml.empty("Visibility", &[("DefaultVisibility", "true")]);
        xml.open("Coloring", &[]);
        for (color, components) in &self.colors {
            xml.open("Color", &[("Color", color)]);
            match version {
                Version::V2_1 => components.iter().for_each(|component| component.write(&mut xml)),
                Version::V3_0 => list(&mut xml, "Components", components),
            }
            xml.close();
        }
        xml.close();
        xml.close();
        xml.open("PerspectiveCamera", &[]);
        let camera = &self.camera;
        let vectors =
            [("CameraViewPoint", camera.eye), ("CameraDirection", camera.direction), ("CameraUpVector", camera.up)];
        for (name, vector) in vectors {
            xml.open(name, &[]);
            ["X", "Y", "Z"].into_iter().zip(vector).for_each(|(axis, x)| xml.text(axis, &x.to_string()));
            xml.close();
        }
        xml.text("FieldOfView", &camera.field_of_view.to_string());
        if version == Version::V3_0 {
            xml.text("AspectRatio", &camera.aspect.to_string());
        }
        xml.finish()
    }
}

fn list(xml: &mut Xml, name: &'static str, components: &[Component]) {
    xml.open(name, &[]);
    components.iter().for_each(|component| component.write(xml));
    xml.close();
}
