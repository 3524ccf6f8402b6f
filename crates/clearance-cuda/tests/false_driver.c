/* A false CUDA driver for the tests: the memory of the device is that of the process, and the test runs the kernels. Each
 * function can be told to fail. It has the functions that clearance-cuda looks for, with the types of cuda.h.
 *
 * A program that looks for a driver itself finds this one as libcuda.so.1 in a folder of LD_LIBRARY_PATH. Its kernels are those
 * of the library in the variable KERNELS_ON_CORES. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void (*launcher)(const char *kernel, uint64_t threads, void **arguments);
static launcher run;
static const char *failing = "";
static int calls_before, code;
static long living;
static uint64_t last_stream;
static int capability = 9;
/* With none, nothing is kept for calls to come, and what lives is what is in use. */
static size_t memory;

__attribute__((constructor)) static void find_kernels(void) {
    const char *path = getenv("KERNELS_ON_CORES");
    void *library = path ? dlopen(path, RTLD_NOW) : 0;
    if (library) run = (launcher)dlsym(library, "run_kernel");
}

void false_driver_runs(launcher with) { run = with; }
void false_driver_fails(const char *function, int after, int with) { failing = function; calls_before = after; code = with; }
void false_driver_has_capability(int major) { capability = major; }
void false_driver_has_memory(size_t bytes) { memory = bytes; }
long false_driver_living(void) { return living; }
/* The stream of the last kernel. */
uint64_t false_driver_stream(void) { return last_stream; }

static int fails(const char *function) {
    if (strcmp(function, failing) != 0) return 0;
    return calls_before-- > 0 ? 0 : code;
}
#define MAY_FAIL do { int with = fails(__func__); if (with) return with; } while (0)

int cuInit(unsigned flags) { MAY_FAIL; (void)flags; return 0; }
int cuDeviceGet(int *device, int index) { MAY_FAIL; *device = index; return 0; }
int cuDeviceGetName(char *name, int length, int device) { MAY_FAIL; (void)device; strncpy(name, "false device", length); return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) { MAY_FAIL; (void)device; *value = attribute == 75 ? capability : 0; return 0; }
int cuDeviceTotalMem_v2(size_t *bytes, int device) { MAY_FAIL; (void)device; *bytes = memory; return 0; }
int cuDevicePrimaryCtxRetain(void **context, int device) { MAY_FAIL; (void)device; *context = &living; living++; return 0; }
int cuDevicePrimaryCtxRelease_v2(int device) { MAY_FAIL; (void)device; living--; return 0; }
int cuCtxSetCurrent(void *context) { MAY_FAIL; return context == &living ? 0 : 201; }
int cuModuleLoadDataEx(void **module, const void *text, unsigned count, int *options, void **values) {
    MAY_FAIL;
    (void)count; (void)options; (void)values;
    if (!strstr(text, ".target")) return 218;
    *module = malloc(1);
    living++;
    return 0;
}
int cuModuleUnload(void *module) { MAY_FAIL; free(module); living--; return 0; }
/* The handle of a kernel is its name, which is never freed. */
int cuModuleGetFunction(void **function, void *module, const char *name) { MAY_FAIL; (void)module; *function = strdup(name); return 0; }
int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
    MAY_FAIL;
    *address = (uint64_t)(uintptr_t)malloc(bytes);
    memset((void *)(uintptr_t)*address, 0x5c, bytes);
    living++;
    return 0;
}
int cuCtxSynchronize(void) { MAY_FAIL; return 0; }
int cuMemFree_v2(uint64_t address) { MAY_FAIL; free((void *)(uintptr_t)address); living--; return 0; }
int cuMemsetD8Async(uint64_t address, unsigned char byte, size_t bytes, void *stream) { MAY_FAIL; (void)stream; memset((void *)(uintptr_t)address, byte, bytes); return 0; }
int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, void *stream) { MAY_FAIL; (void)stream; memcpy((void *)(uintptr_t)to, from, bytes); return 0; }
int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *stream) { MAY_FAIL; (void)stream; memcpy(to, (void *)(uintptr_t)from, bytes); return 0; }
int cuStreamCreate(void **stream, unsigned flags) { MAY_FAIL; (void)flags; *stream = malloc(1); living++; return 0; }
int cuStreamDestroy_v2(void *stream) { MAY_FAIL; free(stream); living--; return 0; }
int cuStreamSynchronize(void *stream) { MAY_FAIL; (void)stream; return 0; }
int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned block, unsigned v, unsigned w, unsigned shared,
                   void *stream, void **arguments, void **extra) {
    MAY_FAIL;
    (void)shared; (void)extra;
    last_stream = (uint64_t)(uintptr_t)stream;
    if (y != 1 || z != 1 || v != 1 || w != 1 || x == 0) return 1;
    if (run) run(function, (uint64_t)x * block, arguments);
    return 0;
}
/* The address 64 is one of device 1. */
int cuPointerGetAttribute(void *value, int attribute, uint64_t address) { MAY_FAIL; if (attribute != 9) return 1; *(int *)value = address == 64; return address ? 0 : 1; }
int cuGetErrorName(int of, const char **name) { *name = of == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : of == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_FALSE"; return 0; }
