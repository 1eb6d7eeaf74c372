#include "load-library.h"
#include <stdio.h>
#include <windows.h>

/* Names are UTF-8. The search path includes the library's folder. */
void* library_open(const char* path, int binding, char* why, size_t bytes) {
  (void)binding;
  wchar_t wide[4096];
  snprintf(why, bytes, "no path");
  if (path == NULL || MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, sizeof wide / sizeof *wide) == 0) return NULL;
  HMODULE library = LoadLibraryExW(wide, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
  if (library != NULL) return (void*)library;
  const DWORD error = GetLastError();
  const char* known = error == ERROR_MOD_NOT_FOUND      ? "a library that it needs is missing"
                      : error == ERROR_PROC_NOT_FOUND   ? "a library that it needs lacks a function"
                      : error == ERROR_BAD_EXE_FORMAT   ? "it is for another processor"
                      : error == ERROR_DLL_INIT_FAILED  ? "its initialization failed"
                                                        : "Windows cannot load it";
  snprintf(why, bytes, "%s (error %lu of Windows)", known, (unsigned long)error);
  return NULL;
}

void* library_find(void* library, const char* name) {
  return (void*)(uintptr_t)GetProcAddress((HMODULE)library, name);
}

void library_close(void* library) { FreeLibrary((HMODULE)library); }
