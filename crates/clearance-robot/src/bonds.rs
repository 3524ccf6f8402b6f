//! What is fixed to what, and which links without shapes hang together, so that pairs of links need not go through the tree.

/// What is common to many links.
#[derive(Debug)]
pub(crate) struct Bonds {
    /// The first of the links to which each link is fixed.
    pub rigid: Vec<usize>,
    /// For links without shapes: the first of those that hang together.
    pub bare: Vec<Option<usize>>,
}

/// A joint of a tree.
pub(crate) struct Bond {
    pub parent: usize,
    pub child: usize,
    /// Whether it can change its value.
    pub moves: bool,
}

impl Bonds {
    /// The bonds of links of which it is known which have shapes. The joints come from the root outward.
    pub fn new(has_shape: &[bool], joints: impl Iterator<Item = Bond>) -> Self {
        let own = |(link, has_shape): (usize, &bool)| (!has_shape).then_some(link);
        let bare = has_shape.iter().enumerate().map(own).collect();
        let mut bonds = Self { rigid: (0..has_shape.len()).collect(), bare };
        for Bond { parent, child, moves } in joints {
            if !moves {
                bonds.rigid[child] = bonds.rigid[parent];
            }
            if let (Some(_), Some(first)) = (bonds.bare[child], bonds.bare[parent]) {
                bonds.bare[child] = Some(first);
            }
        }
        bonds
    }
}
