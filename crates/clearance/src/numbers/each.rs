//! Short arrays, element by element.

/// An array of up to five elements, whose elements are mapped one by one.
///
/// It does what the method `map` of arrays does. That one is made of iterators with guards, which cost the compiler some
/// 300 lines of intermediate code at each call; this one costs three.
pub trait Each<T>: Sized {
    /// The array of the images.
    type Of<U>;
    /// The same array with each element mapped.
    fn each<U>(self, map: impl FnMut(T) -> U) -> Self::Of<U>;
}

macro_rules! each {
    ($($count:literal: $($element:ident)+;)+) => {$(
        impl<T> Each<T> for [T; $count] {
            type Of<U> = [U; $count];
            #[inline(always)]
            fn each<U>(self, mut map: impl FnMut(T) -> U) -> [U; $count] {
                let [$($element),+] = self;
                [$(map($element)),+]
            }
        }
    )+};
}
each! {
    1: a;
    2: a b;
    3: a b c;
    4: a b c d;
    5: a b c d e;
}
