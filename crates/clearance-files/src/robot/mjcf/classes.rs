//! The default classes of an MJCF file, and what `compiler` says.

use std::collections::HashMap;

use super::super::tree::{Node, Wrong};

/// What is written outside of the bodies and holds for them.
#[derive(Debug)]
pub struct Settings<'a> {
    /// Classes by their names. The nameless one is called `main`.
    classes: HashMap<&'a str, usize>,
    /// The class above each class, and the element with its values.
    defaults: Vec<(Option<usize>, &'a Node)>,
    /// Whether angles are in degrees.
    pub degrees: bool,
    /// The order of Euler angles. Capital letters turn about the axes of the parent.
    pub euler: [char; 3],
    /// Folders of meshes, joined to their files.
    pub mesh_folder: String,
    /// Whether only the last name of a mesh's path counts.
    pub strips_paths: bool,
    /// Whether a range makes a joint limited.
    pub limits_by_range: bool,
    /// Whether a body and its parent are not looked at.
    pub skips_parents: bool,
}

impl<'a> Settings<'a> {
    /// The settings of a file.
    pub fn of(root: &'a Node) -> Result<Self, Wrong> {
        let mut settings = Self {
            classes: HashMap::new(),
            defaults: Vec::new(),
            degrees: true,
            euler: ['x', 'y', 'z'],
            mesh_folder: String::new(),
            strips_paths: false,
            limits_by_range: true,
            skips_parents: true,
        };
        for compiler in root.all("compiler") {
            settings.compile(compiler).map_err(|wrong| wrong.under("compiler"))?;
        }
        for default in root.all("default") {
            // Several elements at the top are one class.
            settings.class(default, None, "main")?;
        }
        for flag in root.all("option").flat_map(|option| option.all("flag")) {
            settings.skips_parents &= flag.attribute("filterparent") != Some("disable");
        }
        Ok(settings)
    }

    fn compile(&mut self, node: &Node) -> Result<(), Wrong> {
        let chosen = |key: &str, words: [&str; 2]| match node.attribute(key) {
            None => Ok(None),
            Some(word) if word == words[0] => Ok(Some(true)),
            Some(word) if word == words[1] => Ok(Some(false)),
            Some(word) => Err(node.wrong(format!("expected {} or {}, found {word:?}", words[0], words[1])).under(key)),
        };
        self.degrees = chosen("angle", ["degree", "radian"])?.unwrap_or(self.degrees);
        self.limits_by_range = chosen("autolimits", ["true", "false"])?.unwrap_or(self.limits_by_range);
        self.strips_paths = chosen("strippath", ["true", "false"])?.unwrap_or(self.strips_paths);
        if node.attribute("coordinate") == Some("global") {
            return Err(node.wrong("expected local coordinates, found global ones, which MuJoCo reads no more"));
        }
        if let Some(sequence) = node.attribute("eulerseq") {
            let letters: Vec<char> = sequence.chars().filter(|letter| "xyzXYZ".contains(*letter)).collect();
            let wrong = |_| node.wrong(format!("expected three of x, y, z, found {sequence:?}")).under("eulerseq");
            self.euler = letters.try_into().map_err(wrong)?;
        }
        for key in ["assetdir", "meshdir"] {
            if let Some(folder) = node.attribute(key) {
                folder.clone_into(&mut self.mesh_folder);
            }
        }
        Ok(())
    }

    /// A class and those below it.
    fn class(&mut self, node: &'a Node, above: Option<usize>, otherwise: &'a str) -> Result<(), Wrong> {
        let name = match node.attribute("class") {
            Some(name) => name,
            None if above.is_none() => otherwise,
            None => return Err(node.wrong("expected the attribute class, found none").under("default")),
        };
        let number = self.defaults.len();
        // A second element of a class at the top has the first one above it: what it does not say, the first one says.
        let above = above.or_else(|| self.classes.get(name).copied());
        self.defaults.push((above, node));
        self.classes.insert(name, number);
        node.all("default").try_for_each(|child| self.class(child, Some(number), otherwise))
    }

    /// The class that counts for an element: its own, or that of the bodies around it.
    pub fn class_of(&self, node: &Node, around: Option<usize>) -> Result<Option<usize>, Wrong> {
        self.named(node, "class", around)
    }

    /// The class for what is in a body.
    pub fn child_class(&self, node: &Node, around: Option<usize>) -> Result<Option<usize>, Wrong> {
        self.named(node, "childclass", around)
    }

    fn named(&self, node: &Node, key: &str, around: Option<usize>) -> Result<Option<usize>, Wrong> {
        match node.attribute(key) {
            None => Ok(around.or_else(|| self.classes.get("main").copied())),
            Some(name) => match self.classes.get(name) {
                Some(&class) => Ok(Some(class)),
                None => Err(node.wrong(format!("expected a class of this file, found {name:?}")).under(key)),
            },
        }
    }

    /// The element that says a value: the element itself, or the nearest class.
    pub fn source<'n>(&self, node: &'n Node, class: Option<usize>, keys: &[&str]) -> Option<&'n Node>
    where
        'a: 'n,
    {
        let says = |node: &Node| keys.iter().any(|key| node.attribute(key).is_some());
        if says(node) {
            return Some(node);
        }
        let mut next = class;
        while let Some(number) = next {
            let (above, default) = self.defaults[number];
            if let Some(own) = default.first(&node.name).filter(|own| says(own)) {
                return Some(own);
            }
            next = above;
        }
        None
    }

    /// The value of an attribute, from the element or its class.
    pub fn text<'n>(&self, node: &'n Node, class: Option<usize>, key: &str) -> Option<&'n str>
    where
        'a: 'n,
    {
        self.source(node, class, &[key]).and_then(|source| source.attribute(key))
    }

    /// The numbers of an attribute, from the element or its class.
    pub fn numbers(&self, node: &Node, class: Option<usize>, key: &str) -> Result<Option<Vec<f64>>, Wrong> {
        self.source(node, class, &[key]).map_or(Ok(None), |source| source.numbers(key))
    }

    /// Exactly `N` numbers of an attribute.
    pub fn exactly<const N: usize>(
        &self,
        node: &Node,
        class: Option<usize>,
        key: &str,
    ) -> Result<Option<[f64; N]>, Wrong> {
        self.source(node, class, &[key]).map_or(Ok(None), |source| source.exactly(key))
    }

    /// An angle of the file in radians.
    pub fn radians(&self, angle: f64) -> f64 {
        if self.degrees { angle.to_radians() } else { angle }
    }
}
