//! The CUDA driver: its functions, found at run time, and what owns memory and streams. The only unsafe code of the crate.
//!
//! **Invariants.** An address in a [`Memory`] has its bytes until it is dropped. A kernel is launched with the arguments
//! that `clearance-ptx` declares, all of eight bytes. Memory of the host that a copy reads or writes stays where it is
//! until the stream has been waited for: [`Stream::down`] waits, and [`Stream::up`] is given memory that its caller keeps.
#![allow(unsafe_code)]

use crate::spare::Spare;
use crate::{Error, text};
use clearance_kernels::{Answer, Entry, Frame, JointRow, Row};
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::ptr::null_mut;
use std::sync::{Arc, Mutex, PoisonError};

/// A handle of the driver, or an address of the host: as large as a pointer.
type Handle = usize;

#[cfg(unix)]
unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// `RTLD_NOW`: all that the library itself needs is found at once, or it is no driver.
#[cfg(unix)]
const NOW: c_int = 2;

/// The names under which systems have the driver.
const NAMES: [&CStr; 2] = [c"libcuda.so.1", c"libcuda.so"];

macro_rules! functions {
    ($($name:ident($($argument:ty),*);)+) => {
        /// The functions of the driver that are needed.
        #[allow(non_snake_case)]
        struct Functions { $($name: unsafe extern "C" fn($($argument),*) -> c_int),+ }

        impl Functions {
            #[cfg(unix)]
            fn load(names: &[&CStr]) -> Result<Self, Error> {
                // SAFETY: the names end with a zero. A library that is loaded stays loaded.
                let open = |name: &&CStr| unsafe { dlopen(name.as_ptr(), NOW) };
                let library = names.iter().map(open).find(|library| !library.is_null());
                let library = library.ok_or_else(|| Error::NoDriver("no CUDA driver on this machine".into()))?;
                Ok(Self { $($name: {
                    let name = CString::new(stringify!($name)).expect("a name has no zero");
                    // SAFETY: the library is loaded.
                    let found = unsafe { dlsym(library, name.as_ptr()) };
                    if found.is_null() {
                        let lack = format!("the CUDA driver of this machine lacks {}: it is too old, or none", stringify!($name));
                        return Err(Error::NoDriver(lack));
                    }
                    // SAFETY: the driver's function of this name has this type (cuda.h).
                    unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($argument),*) -> c_int>(found) }
                }),+ })
            }

            #[cfg(not(unix))]
            fn load(_: &[&CStr]) -> Result<Self, Error> {
                Err(Error::NoDriver("the CUDA driver is looked for on Unix alone".into()))
            }
        }
    };
}
functions! {
    cuInit(c_uint);
    cuDeviceGet(*mut c_int, c_int);
    cuDeviceGetName(*mut c_char, c_int, c_int);
    cuDeviceGetAttribute(*mut c_int, c_int, c_int);
    cuDeviceTotalMem_v2(*mut usize, c_int);
    cuDevicePrimaryCtxRetain(*mut Handle, c_int);
    cuDevicePrimaryCtxRelease_v2(c_int);
    cuCtxSetCurrent(Handle);
    cuModuleLoadDataEx(*mut Handle, *const c_void, c_uint, *mut c_int, *mut *mut c_void);
    cuModuleUnload(Handle);
    cuModuleGetFunction(*mut Handle, Handle, *const c_char);
    cuMemAlloc_v2(*mut u64, usize);
    cuMemFree_v2(u64);
    cuCtxSynchronize();
    cuMemsetD8Async(u64, u8, usize, Handle);
    cuMemcpyHtoDAsync_v2(u64, *const c_void, usize, Handle);
    cuMemcpyDtoHAsync_v2(*mut c_void, u64, usize, Handle);
    cuStreamCreate(*mut Handle, c_uint);
    cuStreamDestroy_v2(Handle);
    cuStreamSynchronize(Handle);
    cuLaunchKernel(
        Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Handle, *mut *mut c_void, *mut *mut c_void
    );
    cuGetErrorName(c_int, *mut *const c_char);
    cuPointerGetAttribute(*mut c_void, c_int, u64);
}

/// `CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR`.
const CAPABILITY: c_int = 75;
/// `CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL`.
const DEVICE_OF_ADDRESS: c_int = 9;
/// The PTX is made for this generation, Ampere. Older devices refuse it.
const LEAST_CAPABILITY: c_int = 8;
/// `CUDA_ERROR_OUT_OF_MEMORY`.
const OUT_OF_MEMORY: c_int = 2;
/// Errors after which the device answers nothing more: it is gone, its memory or links err, an illegal address, a timeout, an
/// assertion, a trap or another fault of a kernel, a launch that failed, and what the driver does not know (cuda.h).
const LOST: [c_int; 13] = [46, 214, 220, 700, 702, 710, 714, 715, 716, 717, 718, 719, 999];
/// `CU_STREAM_NON_BLOCKING`.
const NON_BLOCKING: c_uint = 1;
/// The part of the device's memory that is kept for calls to come: one in so many.
const KEPT: usize = 32;
/// Threads of a block. A multiple of 32; with more, registers of few blocks fit.
const BLOCK: usize = 128;

/// The context of a device, with the kernels that were asked for.
pub(crate) struct Context {
    functions: Functions,
    device: c_int,
    handle: Handle,
    text: String,
    /// By its name: the module of a kernel, and the kernel.
    kernels: Mutex<BTreeMap<String, [Handle; 2]>>,
    /// Memory that was given back, for calls to come. To take it from the driver anew takes longer than most kernels.
    spare: Mutex<Spare>,
    pub name: String,
}

impl Context {
    /// The context of the first device.
    pub fn open(library: Option<&CStr>) -> Result<Arc<Self>, Error> {
        let functions = match library {
            Some(name) => Functions::load(&[name])?,
            None => Functions::load(&NAMES)?,
        };
        let (name, kernels, spare) = (String::new(), Mutex::default(), Mutex::default());
        let mut context = Self { functions, device: -1, handle: 0, text: text::all(), kernels, spare, name };
        let f = &context.functions;
        let (mut device, mut handle, mut capability) = (0, 0, 0);
        let mut name = [0 as c_char; 128];
        // SAFETY: all arguments are places of this frame, and the name has room for 128 bytes.
        unsafe {
            context.check((f.cuInit)(0), "starting the driver")?;
            context.check((f.cuDeviceGet)(&mut device, 0), "asking for a device")?;
            context.check((f.cuDeviceGetName)(name.as_mut_ptr(), 127, device), "asking for the device's name")?;
            context
                .check((f.cuDeviceGetAttribute)(&mut capability, CAPABILITY, device), "asking what the device can")?;
            context.name = CStr::from_ptr(name.as_ptr()).to_string_lossy().into_owned();
        }
        if capability < LEAST_CAPABILITY {
            let old =
                format!("{} is older than the kernels: it has compute capability {capability}, not 8", context.name);
            return Err(Error::NoDriver(old));
        }
        // SAFETY: as above.
        let code = unsafe { (context.functions.cuDevicePrimaryCtxRetain)(&mut handle, device) };
        context.check(code, "opening the device")?;
        // From here on the drop of the context gives the device back.
        (context.device, context.handle) = (device, handle);
        let mut total = 0;
        // SAFETY: as above.
        let code = unsafe { (context.functions.cuDeviceTotalMem_v2)(&mut total, device) };
        context.check(code, "asking how much memory the device has")?;
        context.spare.get_mut().unwrap_or_else(PoisonError::into_inner).most = total / KEPT;
        Ok(Arc::new(context))
    }

    /// Has these kernels, compiled at once where that is needed.
    pub fn prepare(&self, names: &[&str]) -> Result<(), Error> {
        let lacks = |name: &&&str| self.loaded(name).is_none();
        let missing: Vec<&str> = names.iter().filter(lacks).copied().collect();
        let [first, others @ ..] = &missing[..] else { return Ok(()) };
        std::thread::scope(|scope| {
            let others: Vec<_> = others.iter().map(|name| scope.spawn(|| self.kernel(name))).collect();
            let first = self.kernel(first).map(|_| ());
            others.into_iter().fold(first, |all, other| all.and(other.join().expect("no thread panics").map(|_| ())))
        })
    }

    fn loaded(&self, name: &str) -> Option<Handle> {
        let kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        kernels.get(name).map(|&[_, kernel]| kernel)
    }

    /// The kernel of this name. The driver compiles it when it is asked for first.
    fn kernel(&self, name: &str) -> Result<Handle, Error> {
        if let Some(kernel) = self.loaded(name) {
            return Ok(kernel);
        }
        let found = text::of(name, &self.text).and_then(|text| CString::new(text).ok());
        let (Some(text), Ok(own)) = (found, CString::new(name)) else {
            return Err(Error::Failed { doing: "finding a kernel", code: 0, name: name.to_owned() });
        };
        self.enter()?;
        let (mut module, mut kernel) = (0, 0);
        // SAFETY: the text ends with a zero and outlives the call; no options are given.
        let code = unsafe {
            (self.functions.cuModuleLoadDataEx)(&mut module, text.as_ptr().cast(), 0, null_mut(), null_mut())
        };
        self.check(code, "compiling a kernel")?;
        // SAFETY: the module is loaded, and the name ends with a zero.
        let code = unsafe { (self.functions.cuModuleGetFunction)(&mut kernel, module, own.as_ptr()) };
        if code != 0 {
            // SAFETY: nothing of the module is used.
            unsafe { (self.functions.cuModuleUnload)(module) };
        }
        self.check(code, "finding a kernel")?;
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&[_, kernel]) = kernels.get(name) {
            // Another thread was as fast.
            // SAFETY: nothing of the module is used.
            unsafe { (self.functions.cuModuleUnload)(module) };
            return Ok(kernel);
        }
        kernels.insert(name.to_owned(), [module, kernel]);
        Ok(kernel)
    }

    fn check(&self, code: c_int, doing: &'static str) -> Result<(), Error> {
        if code == 0 {
            return Ok(());
        }
        let mut name = std::ptr::null();
        // SAFETY: the driver writes the address of a text that is never freed, or leaves null.
        let known = unsafe { (self.functions.cuGetErrorName)(code, &mut name) == 0 } && !name.is_null();
        // SAFETY: the driver's text ends with a zero.
        let name = if known { unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned() } else { String::new() };
        Err(match code {
            OUT_OF_MEMORY => Error::OutOfMemory { doing },
            code if LOST.contains(&code) => Error::Lost { doing, name },
            code => Error::Failed { doing, code, name },
        })
    }

    /// Makes this the context of the thread.
    fn enter(&self) -> Result<(), Error> {
        // SAFETY: the handle is that of a retained context.
        self.check(unsafe { (self.functions.cuCtxSetCurrent)(self.handle) }, "entering the device")
    }

    /// Memory for `count` rows.
    pub fn memory<T: Plain>(self: &Arc<Self>, count: usize) -> Result<Memory<T>, Error> {
        self.enter()?;
        let bytes = Spare::rounded(count * size_of::<T>());
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).take(bytes);
        let (size, address) = match spare {
            Some(found) => found,
            None => (bytes, self.taken(bytes)?),
        };
        Ok(Memory { context: self.clone(), address, size, count, of: std::marker::PhantomData })
    }

    /// Memory of the driver. If there is too little, what is kept for calls to come is given back first.
    fn taken(&self, bytes: usize) -> Result<u64, Error> {
        let mut address = 0;
        // SAFETY: the address is a place of this frame.
        let mut code = unsafe { (self.functions.cuMemAlloc_v2)(&mut address, bytes) };
        if code == OUT_OF_MEMORY && self.give_back_spare() > 0 {
            // SAFETY: as above.
            code = unsafe { (self.functions.cuMemAlloc_v2)(&mut address, bytes) };
        }
        self.check(code, "taking memory of the device").map(|()| address)
    }

    /// Gives memory that is not in use back to the driver. Returns how many blocks.
    fn give_back_spare(&self) -> usize {
        let blocks = self.spare.lock().unwrap_or_else(PoisonError::into_inner).drain();
        for &address in &blocks {
            // SAFETY: the address is of this context, and nobody uses it.
            unsafe { (self.functions.cuMemFree_v2)(address) };
        }
        blocks.len()
    }

    /// The number of the device that this address belongs to.
    pub fn device_of(&self, address: Address) -> Result<i32, Error> {
        self.enter()?;
        let mut device: c_int = -1;
        // SAFETY: the driver writes an `int` for this attribute, and any number may be asked about.
        let code =
            unsafe { (self.functions.cuPointerGetAttribute)((&raw mut device).cast(), DEVICE_OF_ADDRESS, address.0) };
        self.check(code, "asking whose memory an address is")?;
        Ok(device)
    }

    /// A stream of its own.
    pub fn stream(self: &Arc<Self>) -> Result<Stream, Error> {
        self.enter()?;
        let mut handle = 0;
        // SAFETY: the handle is a place of this frame.
        let code = unsafe { (self.functions.cuStreamCreate)(&mut handle, NON_BLOCKING) };
        self.check(code, "making a stream")?;
        Ok(Stream { context: self.clone(), handle, is_own: true })
    }

    /// The stream of someone else.
    pub fn stream_of(self: &Arc<Self>, foreign: ForeignStream) -> Result<Stream, Error> {
        self.enter()?;
        Ok(Stream { context: self.clone(), handle: foreign.0, is_own: false })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if self.device < 0 {
            return;
        }
        // SAFETY: nothing of the context is used after its drop: memory and streams hold a share of it. A device that is
        // lost returns errors, and nothing more can be done.
        unsafe {
            if (self.functions.cuCtxSetCurrent)(self.handle) == 0 {
                self.give_back_spare();
                for [module, _] in self.kernels.get_mut().unwrap_or_else(PoisonError::into_inner).values() {
                    (self.functions.cuModuleUnload)(*module);
                }
            }
            (self.functions.cuDevicePrimaryCtxRelease_v2)(self.device);
        }
    }
}

/// Rows that may be copied as bytes: any bits that a kernel or a copy writes are a value.
///
/// # Safety
/// The type has no reference, and no bits that are not allowed. Bytes between its fields are copied and not read.
pub(crate) unsafe trait Plain: Copy {}
macro_rules! plain {
    ($($type:ty),+) => { $(
        // SAFETY: numbers, and structures of numbers.
        unsafe impl Plain for $type {}
    )+ };
}
plain!(u8, i8, u32, i64, f32, f64, [u32; 2], [f64; 3], [f64; 7], Row, Entry, Answer, Frame, JointRow);

/// Rows in the memory of the device.
pub(crate) struct Memory<T: Plain> {
    context: Arc<Context>,
    address: u64,
    /// The bytes of the block.
    size: usize,
    count: usize,
    of: std::marker::PhantomData<T>,
}

impl<T: Plain> Memory<T> {
    pub fn address(&self) -> Address {
        Address(self.address)
    }

    /// The same memory as bytes.
    pub fn bytes(self) -> Memory<u8> {
        let of = std::mem::ManuallyDrop::new(self);
        // SAFETY: the field is read once, and what it was read from is never dropped.
        let context = unsafe { std::ptr::read(&of.context) };
        let count = of.count * size_of::<T>();
        Memory { context, address: of.address, size: of.size, count, of: std::marker::PhantomData }
    }
}

impl Memory<u8> {
    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Copies the first bytes to the host.
    pub fn download(&self, to: &mut [u8]) -> Result<(), Error> {
        self.context.stream()?.down(self, to)
    }
}

impl<T: Plain> Drop for Memory<T> {
    fn drop(&mut self) {
        // SAFETY: the address is of this context, and nobody uses it any more: all work is waited for before it is kept or
        // given back, also that of other libraries' streams.
        unsafe {
            if (self.context.functions.cuCtxSetCurrent)(self.context.handle) != 0 {
                return;
            }
            let is_idle = (self.context.functions.cuCtxSynchronize)() == 0;
            let mut spare = self.context.spare.lock().unwrap_or_else(PoisonError::into_inner);
            if !(is_idle && spare.keep(self.size, self.address)) {
                (self.context.functions.cuMemFree_v2)(self.address);
            }
        }
    }
}

/// An address in the memory of the device. Zero: a column that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(u64);

impl Address {
    /// A column that is not asked for.
    pub const NONE: Self = Self(0);

    /// The address of a column in the memory of the device, as other libraries give it: `data` of
    /// `__cuda_array_interface__`, or the pointer of DLPack.
    ///
    /// # Safety
    /// It is an address of the device that [`crate::Gpu`] has opened. It has as many rows of its type as the call says that
    /// it is given to, without gaps, and they stay until the call returns.
    pub unsafe fn new(address: u64) -> Self {
        Self(address)
    }

    /// The number of the address, as other libraries take it.
    pub fn number(self) -> u64 {
        self.0
    }

    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The address so many rows later, in a column that has them. No column stays none.
    pub(crate) fn rows_on<T: Plain>(self, rows: usize) -> Self {
        if self.is_none() { self } else { Self(self.0 + (rows * size_of::<T>()) as u64) }
    }
}

/// The stream that another library computes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForeignStream(Handle);

impl ForeignStream {
    /// The stream of this handle, a `CUstream`. Zero is the default stream.
    ///
    /// # Safety
    /// It is a stream of the device that [`crate::Gpu`] has opened, and stays until the call returns.
    pub unsafe fn new(handle: usize) -> Self {
        Self(handle)
    }
}

/// An order of work on the device.
pub(crate) struct Stream {
    context: Arc<Context>,
    handle: Handle,
    is_own: bool,
}

impl Stream {
    /// Copies rows to the device. The caller keeps `rows` as they are until [`Stream::wait`].
    pub fn up<T: Plain>(&self, rows: &[T], to: &Memory<T>) -> Result<(), Error> {
        assert!(rows.len() <= to.count, "more rows than memory");
        self.context.enter()?;
        // SAFETY: the memory has room for the rows. The driver copies rows that are not pinned before it returns.
        let code = unsafe {
            (self.context.functions.cuMemcpyHtoDAsync_v2)(
                to.address,
                rows.as_ptr().cast(),
                size_of_val(rows),
                self.handle,
            )
        };
        self.context.check(code, "copying to the device")
    }

    /// Copies rows from the device, after all that the stream has to do.
    pub fn down<T: Plain>(&self, from: &Memory<T>, rows: &mut [T]) -> Result<(), Error> {
        assert!(rows.len() <= from.count, "more rows than memory");
        self.context.enter()?;
        // SAFETY: the memory has these rows, and they are waited for before the borrow ends.
        let code = unsafe {
            (self.context.functions.cuMemcpyDtoHAsync_v2)(
                rows.as_mut_ptr().cast(),
                from.address,
                size_of_val(rows),
                self.handle,
            )
        };
        let copied = self.context.check(code, "copying from the device");
        self.wait()?;
        copied
    }

    /// Fills the first rows with a byte.
    pub fn fill<T: Plain>(&self, memory: &Memory<T>, byte: u8, count: usize) -> Result<(), Error> {
        assert!(count <= memory.count, "more rows than memory");
        self.context.enter()?;
        // SAFETY: the memory has these rows, and every byte is a value of a plain type.
        let code = unsafe {
            (self.context.functions.cuMemsetD8Async)(memory.address, byte, count * size_of::<T>(), self.handle)
        };
        self.context.check(code, "filling memory of the device")
    }

    /// Waits until all is done.
    pub fn wait(&self) -> Result<(), Error> {
        self.context.enter()?;
        // SAFETY: the stream is of this context.
        let code = unsafe { (self.context.functions.cuStreamSynchronize)(self.handle) };
        self.context.check(code, "waiting for the device")
    }

    /// [`Context::prepare`].
    pub fn prepare(&self, kernels: &[&str]) -> Result<(), Error> {
        self.context.prepare(kernels)
    }

    /// Starts a kernel on this many rows.
    pub(crate) fn launch(&self, kernel: &str, rows: usize, arguments: &[Argument]) -> Result<(), Error> {
        if rows == 0 {
            return Ok(());
        }
        let handle = self.context.kernel(kernel)?;
        let mut words: Vec<u64> = arguments.iter().map(|argument| argument.0).collect();
        let mut places: Vec<*mut c_void> = words.iter_mut().map(|word| std::ptr::from_mut(word).cast()).collect();
        let blocks = rows.div_ceil(BLOCK) as c_uint;
        self.context.enter()?;
        // SAFETY: every kernel takes arguments of eight bytes, and `launch.rs` passes them in the order of `clearance-ptx`. The
        // places outlive the call, which copies them.
        let code = unsafe {
            (self.context.functions.cuLaunchKernel)(
                handle,
                blocks,
                1,
                1,
                BLOCK as c_uint,
                1,
                1,
                0,
                self.handle,
                places.as_mut_ptr(),
                null_mut(),
            )
        };
        self.context.check(code, "starting a kernel")
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: the stream is of this context. Work that is under way may use memory that is dropped next, so it is waited
        // for; a device that is lost does no more work.
        unsafe {
            if (self.context.functions.cuCtxSetCurrent)(self.context.handle) == 0 {
                (self.context.functions.cuStreamSynchronize)(self.handle);
                if self.is_own {
                    (self.context.functions.cuStreamDestroy_v2)(self.handle);
                }
            }
        }
    }
}

/// An argument of a kernel: eight bytes.
#[derive(Clone, Copy)]
pub(crate) struct Argument(u64);

impl From<Address> for Argument {
    fn from(address: Address) -> Self {
        Self(address.0)
    }
}

impl From<usize> for Argument {
    fn from(count: usize) -> Self {
        Self(count as u64)
    }
}

impl From<f64> for Argument {
    fn from(number: f64) -> Self {
        Self(number.to_bits())
    }
}
