/* Shared libraries of this system. */
#ifndef FMUKIT_LIBRARY_H_
#define FMUKIT_LIBRARY_H_
#include <stddef.h>

/* Loads a library; NULL, and in `why` the reason, where it cannot be. `binding`: flags for dlopen, where there is one. */
void* library_open(const char* path, int binding, char* why, size_t bytes);
/* Where the library has the function of this name, or NULL. */
void* library_find(void* library, const char* name);
void library_close(void* library);
#endif
