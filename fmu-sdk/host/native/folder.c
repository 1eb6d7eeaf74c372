#define _GNU_SOURCE
#include "folder.h"
#include <ftw.h>
#include <stdio.h>

static int remove_one(const char* path, const struct stat* s, int kind, struct FTW* where) {
  (void)s, (void)kind, (void)where;
  remove(path);
  return 0;
}

void remove_folder(const char* path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT); }
