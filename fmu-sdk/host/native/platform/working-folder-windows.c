#include "working-folder.h"
#include <stdio.h>
#include <string.h>
#include <windows.h>

/* Longer paths are left to programs that clean up temporary files. */
enum { longest = 4096 };

static void remove_at(wchar_t* path, size_t length) {
  WIN32_FIND_DATAW found;
  wcscpy(path + length, L"\\*");
  HANDLE search = FindFirstFileW(path, &found);
  for (BOOL more = search != INVALID_HANDLE_VALUE; more; more = FindNextFileW(search, &found)) {
    const size_t name = wcslen(found.cFileName);
    if (wcscmp(found.cFileName, L".") == 0 || wcscmp(found.cFileName, L"..") == 0 || length + name + 4 > longest) continue;
    path[length] = L'\\';
    wcscpy(path + length + 1, found.cFileName);
    const BOOL folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const BOOL link = (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    if ((found.dwFileAttributes & FILE_ATTRIBUTE_READONLY) != 0) SetFileAttributesW(path, FILE_ATTRIBUTE_NORMAL);
    if (folder && !link)
      remove_at(path, length + 1 + name);
    else if (folder)
      RemoveDirectoryW(path);
    else
      DeleteFileW(path);
  }
  if (search != INVALID_HANDLE_VALUE) FindClose(search);
  path[length] = 0;
  RemoveDirectoryW(path);
}

void remove_folder(const char* path) {
  wchar_t wide[longest + 8];
  if (MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, longest / 2) != 0) remove_at(wide, wcslen(wide));
}
