/* Makes the n-th system call of a kind fail, in a process and all that it starts: loaded with LD_PRELOAD by tools.inject.

   INJECT_STATE is a file of three 32-bit numbers, shared by all processes: calls so far, the one to fail (0 for none),
   and 1 once counting has begun (a file called INJECT_BEGIN is opened). INJECT_KIND names the call, INJECT_ERRNO what is
   told, INJECT_ON is set if all later calls fail, too. Files are counted below INJECT_ROOT only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static volatile int *state;
static const char *kind, *root;
static int number, on;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("INJECT_STATE");
    kind = getenv("INJECT_KIND");
    root = getenv("INJECT_ROOT");
    number = atoi(getenv("INJECT_ERRNO") ? getenv("INJECT_ERRNO") : "0");
    on = getenv("INJECT_ON") != NULL;
    if (!path || !kind || !root) return;
    int file = REAL(open)(path, O_RDWR);
    if (file < 0) return;
    void *found = mmap(NULL, 12, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (found != MAP_FAILED) state = found;
}

static int fails(const char *what) {
    if (!state || !state[2] || strcmp(what, kind)) return 0;
    int now = __sync_add_and_fetch(&state[0], 1);
    if (!state[1] || (on ? now < state[1] : now != state[1])) return 0;
    errno = number;
    return 1;
}

static int below(const char *path) { return root && path && !strncmp(path, root, strlen(root)); }

static int of_a_file(int file) { /* also standard output; neither pipes between processes nor standard error */
    char link[64], path[4096];
    if (file == 2 || !state || !state[2]) return 0;
    if (file == 1) return 1;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return below(path);
}

static int open_fails(const char *path) {
    if (state && path && strstr(path, "INJECT_BEGIN")) state[2] = 1;
    return below(path) && fails("open");
}

#define OPENS(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); \
        return open_fails(path) ? -1 : REAL(name)(path, flags, mode); }
OPENS(open)
OPENS(open64)
FILE *fopen(const char *path, const char *mode) { return open_fails(path) ? NULL : REAL(fopen)(path, mode); }
FILE *fopen64(const char *path, const char *mode) { return open_fails(path) ? NULL : REAL(fopen64)(path, mode); }
ssize_t write(int file, const void *data, size_t size) {
    if (of_a_file(file) && fails("write")) {
        if (size > 1 && errno == ENOSPC) REAL(write)(file, data, size / 2); /* a full disk takes some of it */
        errno = number;
        return -1;
    }
    return REAL(write)(file, data, size);
}
ssize_t read(int file, void *data, size_t size) { return of_a_file(file) && fails("read") ? -1 : REAL(read)(file, data, size); }
int fsync(int file) { return fails("fsync") ? -1 : REAL(fsync)(file); }
int rename(const char *from, const char *to) { return fails("rename") ? -1 : REAL(rename)(from, to); }
int mkdir(const char *path, mode_t mode) { return below(path) && fails("mkdir") ? -1 : REAL(mkdir)(path, mode); }
int unlink(const char *path) { return below(path) && fails("unlink") ? -1 : REAL(unlink)(path); }
int ftruncate(int file, off_t size) { return fails("ftruncate") ? -1 : REAL(ftruncate)(file, size); }
int ftruncate64(int file, off64_t size) { return fails("ftruncate") ? -1 : REAL(ftruncate64)(file, size); }
int pipe(int files[2]) { return fails("pipe") ? -1 : REAL(pipe)(files); }
int pipe2(int files[2], int flags) { return fails("pipe") ? -1 : REAL(pipe2)(files, flags); }
int socketpair(int a, int b, int c, int files[2]) {
    return fails("pipe") ? -1 : ((int (*)(int, int, int, int *))dlsym(RTLD_NEXT, "socketpair"))(a, b, c, files);
}
pid_t fork(void) { return fails("fork") ? -1 : REAL(fork)(); }
pid_t vfork(void) { return fork(); } /* a child with memory of its own does for what is done in it */
