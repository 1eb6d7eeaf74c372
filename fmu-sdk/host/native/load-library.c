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

/* Whether a library asks for the C++ library of GNU, by the name of it that is in the file. */
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

/* The flags with which a library is opened. A program that is linked with the C++ library has its objects (std::cout) as copies in its own
   data, and these alone are constructed: a unit that took the library's own (RTLD_DEEPBIND) would write to what never was. */
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
  /* Libraries of many tools are linked without the mathematical functions that they use: hosts are expected to have them. */
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
