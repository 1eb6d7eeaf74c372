#define _GNU_SOURCE
#include "working-folder.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * An FMU may leave arbitrarily deep folders, without permissions, with links to other places. A
 * nested folder is moved up before it is emptied, so that no path grows and two descriptors are
 * enough. Mounted folders cannot be moved and stay. Links are removed, not followed. This follows
 * `files/remove-tree.ts`.
 */

enum { name_size = 40 };

/*
 * Number of entries that may still be removed, which takes seconds. Number of the next name for a
 * folder that is moved up.
 */
typedef struct {
  long left;
  unsigned moved;
} Removal;

static bool is_dot(const char* name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

static bool is_folder(int folder, const char* name) {
  struct stat s;
  return fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(s.st_mode);
}

/* Opens a folder that is not a link, and makes it accessible to its owner. */
static int enter(int folder, const char* name) {
  const int handle = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (handle < 0) return -1;
  char self[name_size];
  snprintf(self, sizeof self, "/proc/self/fd/%d", handle);
  chmod(self, 0700);
  const int opened = openat(handle, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  close(handle);
  return opened;
}

/* Moves a folder into the top folder, under an unused name. */
static bool move_up(Removal* r, int top, int folder, const char* name, char* own) {
  /* Moving requires write permission for the folder. */
  const int entered = enter(folder, name);
  if (entered < 0) return false;
  close(entered);
  while (r->left-- > 0) {
    snprintf(own, name_size, ".fmukit-%u", r->moved++);
    if (renameat(folder, name, top, own) == 0) return true;
    if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR) return false;
  }
  return false;
}

/* Removes the files of a folder and moves its folders up. Returns whether it is empty. */
static bool flatten(Removal* r, int top, int handle) {
  DIR* entries = fdopendir(handle);
  if (entries == NULL) return close(handle), false;
  char own[name_size];
  bool empty = true;
  for (struct dirent* e; r->left > 0 && (e = readdir(entries)) != NULL;) {
    if (is_dot(e->d_name)) continue;
    const bool gone = is_folder(handle, e->d_name) ? move_up(r, top, handle, e->d_name, own)
                                                  : unlinkat(handle, e->d_name, 0) == 0;
    r->left--;
    empty = empty && gone;
  }
  closedir(entries);
  return empty && r->left > 0;
}

/* Removes an entry of the top folder. */
static bool remove_entry(Removal* r, int top, const char* name) {
  if (!is_folder(top, name)) return unlinkat(top, name, 0) == 0;
  char own[name_size];
  if (!move_up(r, top, top, name, own)) return false;
  const int handle = enter(top, own);
  return handle >= 0 && flatten(r, top, handle) && unlinkat(top, own, AT_REMOVEDIR) == 0;
}

void remove_folder(const char* path) {
  Removal r = {.left = 1000000};
  const int top = enter(AT_FDCWD, path);
  DIR* entries = top < 0 ? NULL : fdopendir(top);
  /* A scan can miss folders that were moved up during it. Repeats until nothing more is removed. */
  for (bool progress = entries != NULL; progress && r.left > 0;) {
    progress = false;
    rewinddir(entries);
    for (struct dirent* e; r.left > 0 && (e = readdir(entries)) != NULL;) {
      if (is_dot(e->d_name)) continue;
      r.left--;
      if (remove_entry(&r, top, e->d_name)) progress = true;
    }
  }
  if (entries != NULL) closedir(entries);
  rmdir(path);
}
