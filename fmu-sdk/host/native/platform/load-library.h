/* Shared libraries of this system. */
#ifndef FMUKIT_LIBRARY_H_
#define FMUKIT_LIBRARY_H_
#include <stddef.h>

/*
 * Loads a library. Returns NULL on failure, with the reason in `why`. `binding`: flags for dlopen,
 * where supported.
 */
void* library_open(const char* path, int binding, char* why, size_t bytes);
/* Returns the address of the library's function with this name, or NULL. */
void* library_find(void* library, const char* name);
void library_close(void* library);
#endif
