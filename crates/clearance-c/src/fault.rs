//! What can be wrong with a call: a code, and a sentence that names the field. Panics end here.

use crate::layout::Code;
use core::any::Any;
use std::cell::RefCell;
use std::ffi::CString;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The codes, with the number and the message of each.
macro_rules! codes {
    ($($name:ident = $number:literal, $message:literal;)+) => {
        $(#[allow(dead_code, missing_docs, reason = "the message says it; some features use few")]
        pub const $name: Code = $number;)+

        /// The message of a code.
        pub fn message(code: Code) -> &'static core::ffi::CStr {
            match code {
                $($number => $message,)+
                _ => c"unknown code",
            }
        }
    };
}
codes! {
    OK = 0, c"all is well";
    NULL_POINTER = 1, c"a pointer is null";
    UNALIGNED = 2, c"a pointer is not aligned";
    UNKNOWN = 3, c"a kind, flag, size or enumerator is unknown to this version of the library";
    NOT_FINITE = 4, c"a number is infinite or not a number";
    NEGATIVE = 5, c"a number is negative";
    EMPTY = 6, c"a list is empty";
    TOO_MANY = 7, c"a list is too long";
    BAD_INDEX = 8, c"an index is out of range";
    BAD_STRIDE = 9, c"a stride is too small, or does not keep the alignment";
    BAD_ROTATION = 10, c"a rotation is far from unit length";
    MIXED = 11, c"a shape of the plane and one of space were given together";
    WRONG_HANDLE = 12, c"a handle is of another kind, or was freed";
    UNSUPPORTED = 13, c"this question is not answered for bodies of this kind";
    CALLBACK = 14, c"a support function failed, contradicts itself, or returned a number that is not finite";
    BUSY = 15, c"a cache, scene or watch is in use by another thread";
    BAD_NAME = 16, c"a name is taken, or no text";
    BAD_NUMBER = 17, c"a number has a value that means nothing here";
    BAD_FILE = 18, c"a file cannot be read, or says something wrong";
    UNDECIDED = 19, c"exact numbers would take too long; nothing is known";
    BUG = 99, c"a bug of the library; no answer was written";
}

/// What went wrong. Boxed, so that an answer without a fault is no larger for it.
#[derive(Debug)]
pub struct Fault(Box<(Code, String)>);

impl Fault {
    /// A fault with a sentence that begins with the field.
    #[cold]
    pub fn new(code: Code, text: impl fmt::Display) -> Self {
        Self(Box::new((code, text.to_string())))
    }

    /// The same with words before the sentence: `pair 3: `.
    #[cold]
    pub fn within(mut self, place: impl fmt::Display) -> Self {
        self.0.1 = format!("{place}: {}", self.0.1);
        self
    }
}

/// An answer, or what went wrong.
pub type Found<T> = Result<T, Fault>;

thread_local! {
    /// The sentence of the last fault in this thread.
    static LAST: RefCell<CString> = RefCell::new(CString::default());
}

/// Runs a function of the interface. A panic becomes [`BUG`]: it never leaves the library.
#[inline(always)]
pub fn guarded(work: impl FnOnce() -> Found<()>) -> Code {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => OK,
        Ok(Err(fault)) => told(fault),
        Err(payload) => told(bug(payload)),
    }
}

/// The fault of a panic.
#[cold]
fn bug(payload: Box<dyn Any + Send>) -> Fault {
    match payload.downcast::<String>() {
        Ok(text) => Fault::new(BUG, text),
        Err(payload) => match payload.downcast::<&str>() {
            Ok(text) => Fault::new(BUG, text),
            Err(payload) => {
                // Another payload may panic when it is dropped. It is left where it is.
                core::mem::forget(payload);
                Fault::new(BUG, "a panic without words")
            }
        },
    }
}

/// Keeps the sentence for `cl_last_error`, and gives the code.
#[cold]
fn told(fault: Fault) -> Code {
    let (code, text) = *fault.0;
    keep(text);
    code
}

/// Keeps a sentence for `cl_last_error`.
pub fn keep(mut text: String) {
    text.retain(|character| character != '\0');
    let text = CString::new(text).unwrap_or_default();
    // While the thread ends, the place may be gone. The code is told all the same.
    let _ = LAST.try_with(|last| *last.borrow_mut() = text);
}

/// The sentence of the last fault in this thread. It stays where it is until the next fault in this thread.
pub fn last() -> *const core::ffi::c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    #[test]
    fn a_panic_becomes_a_code_with_its_words() {
        assert_eq!(guarded(|| panic!("three and {}", 4)), BUG);
        // SAFETY: the sentence ends with a zero, and no fault came after it.
        assert_eq!(unsafe { CStr::from_ptr(last()) }, c"three and 4");
    }

    #[test]
    fn a_sentence_with_a_zero_in_it_is_told_without_it() {
        assert_eq!(guarded(|| Err(Fault::new(BAD_NAME, "a\0b").within("rule"))), BAD_NAME);
        // SAFETY: as above.
        assert_eq!(unsafe { CStr::from_ptr(last()) }, c"rule: ab");
    }
}
