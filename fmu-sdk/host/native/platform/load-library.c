#define _GNU_SOURCE
#include "load-library.h"
#include <dlfcn.h>
#include <stdio.h>
#ifdef __linux__
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reports whether a library uses the GNU C++ library, whose name is then in the file. */
static int is_in_cpp(const char* path) {
  static const char name[] = "libstdc++.so.6";
  int file = open(path, O_RDONLY | O_CLOEXEC), found = 0;
  if (file < 0) return 0;
  struct stat is;
  if (fstat(file, &is) == 0 && is.st_size > 0) {
    void* bytes = mmap(NULL, (size_t)is.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) {
      found = memmem(bytes, (size_t)is.st_size, name, sizeof name) != NULL;
      munmap(bytes, (size_t)is.st_size);
    }
  }
  close(file);
  return found;
}

/*
 * Returns the flags for opening a library. A program linked with the C++ library holds copies of
 * its objects (std::cout), and only these are constructed. With RTLD_DEEPBIND, an FMU would use the
 * originals, which are not constructed.
 */
static int binding_of(const char* path, int binding) {
  void* cpp = binding == 0 ? NULL : dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (cpp == NULL) return binding;
  dlclose(cpp);
  return is_in_cpp(path) ? 0 : binding;
}
#else
static int binding_of(const char* path, int binding) {
  (void)path;
  return binding;
}
#endif

void* library_open(const char* path, int binding, char* why, size_t bytes) {
#ifdef __linux__
  /*
   * Many tools link libraries without the mathematical functions they use, and expect the host to
   * provide them.
   */
  dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
#endif
  void* library = path == NULL ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL | binding_of(path, binding));
  if (library != NULL) return library;
  const char* reason = path == NULL ? NULL : dlerror();
  snprintf(why, bytes, "%s", reason == NULL ? "no path" : reason);
  return NULL;
}

void* library_find(void* library, const char* name) { return dlsym(library, name); }

void library_close(void* library) { dlclose(library); }
