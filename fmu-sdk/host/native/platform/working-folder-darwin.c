#include "working-folder.h"
#include <ftw.h>
#include <stdio.h>

static int remove_each(const char* path, const struct stat* s, int kind, struct FTW* where) {
  (void)s, (void)kind, (void)where;
  remove(path);
  return 0;
}

/* Visits a folder's contents before the folder, without following links. */
void remove_folder(const char* path) { nftw(path, remove_each, 16, FTW_DEPTH | FTW_PHYS); }
