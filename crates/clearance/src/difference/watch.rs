//! The steps of a search, as a watcher sees them.

use crate::difference::Vertex;
use crate::result::steps::Stop;
use crate::space::vector::WideVector;

/// One step of a search.
pub(crate) enum Event<'e, W: WideVector> {
    /// The distance loop, or Newton's method, asked for a support point.
    Search(SearchStep<'e, W>),
    /// The expanding polytope asked for a support point.
    Expansion(Expansion<'e, W>),
    /// The exact solver asked for a support point.
    Exact(ExactStep<'e, W::Exact>),
}

/// A step of the distance search, in A's frame and scaled lengths.
pub(crate) struct SearchStep<'e, W> {
    pub iteration: u32,
    /// The nearest face so far, or the simplex that contains the origin.
    pub simplex: &'e [Vertex<W>],
    /// The direction of the support point.
    pub direction: W,
    pub vertex: &'e Vertex<W>,
    /// The best plane's distance so far. Rounding is not subtracted.
    pub lower: f64,
    pub stop: Option<Stop>,
}

/// A step of the expanding polytope, in A's frame and scaled lengths.
pub(crate) struct Expansion<'e, W> {
    pub iteration: u32,
    pub vertices: &'e [Vertex<W>],
    /// Three vertices of each facet. In the plane the third repeats the second.
    pub facets: &'e [[u32; 3]],
    /// The nearest facet.
    pub nearest: [u32; 3],
    /// Its outward normal, of any length.
    pub normal: W,
    pub vertex: &'e Vertex<W>,
    /// Bounds of the depth so far. Rounding is not subtracted.
    pub lower: f64,
    pub upper: f64,
    pub stop: Option<Stop>,
}

/// A step of the exact solver, in the world's frame.
pub(crate) struct ExactStep<'e, E> {
    pub iteration: u32,
    pub face: &'e [ExactVertex<E>],
    /// The direction of the support point.
    pub direction: E,
    pub vertex: &'e ExactVertex<E>,
    pub stop: Option<Stop>,
}

/// A vertex of A − B in exact numbers, in the world's frame.
#[derive(Clone, Debug)]
pub(crate) struct ExactVertex<E> {
    pub point: E,
    pub indices: (u32, u32),
}

/// The watcher of a search, if there is one.
pub(crate) struct Watch<'w, W: WideVector>(Option<&'w mut Watcher<'w, W>>);

/// What a watcher does with an event.
type Watcher<'w, W> = dyn FnMut(Event<'_, W>) + 'w;

impl<'w, W: WideVector> Watch<'w, W> {
    /// Nobody watches.
    pub const NOBODY: Self = Self(None);

    pub fn new(watcher: &'w mut dyn FnMut(Event<'_, W>)) -> Self {
        Self(Some(watcher))
    }
    #[inline(always)]
    pub fn is_there(&self) -> bool {
        self.0.is_some()
    }
    /// The same watcher, for a part of the search.
    #[inline(always)]
    pub fn reborrow(&mut self) -> Watch<'_, W> {
        Watch(match &mut self.0 {
            Some(watcher) => Some(&mut **watcher),
            None => None,
        })
    }
    /// Shows a step. The step is made only if there is a watcher.
    #[inline(always)]
    pub fn show<'e>(&mut self, event: impl FnOnce() -> Event<'e, W>)
    where
        W: 'e,
    {
        if let Some(watcher) = &mut self.0 {
            watcher(event());
        }
    }
}
