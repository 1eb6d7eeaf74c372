#define _GNU_SOURCE
#include "library.h"
#include <dlfcn.h>
#include <stdio.h>

void* library_open(const char* path, int binding, char* why, size_t bytes) {
#ifdef __linux__
  /* Libraries of many tools are linked without the mathematical functions that they use: hosts are expected to have them. */
  dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
#endif
  void* library = path == NULL ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL | binding);
  if (library != NULL) return library;
  const char* reason = path == NULL ? NULL : dlerror();
  snprintf(why, bytes, "%s", reason == NULL ? "no path" : reason);
  return NULL;
}

void* library_find(void* library, const char* name) { return dlsym(library, name); }

void library_close(void* library) { dlclose(library); }
