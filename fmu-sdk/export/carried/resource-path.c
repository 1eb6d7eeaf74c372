/* Paths of resources, which FMI 2.0 gives as URI and FMI 3.0 as path. */
#include "carried-fmus.h"
#include <stdio.h>

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Skips `file:` and an authority such as `//localhost`. */
static const char* path_of(const char* uri) {
  const char* at = uri + strlen("file:");
  if (at[0] == '/' && at[1] == '/') {
    at += 2;
    while (*at != 0 && *at != '/') at++;
  }
#if defined(_WIN32)
  if (at[0] == '/' && at[1] != 0 && at[2] == ':') at++;
#endif
  return at;
}

char* resource_path(const char* resources, bool isUri) {
  if (resources == NULL || *resources == 0) return NULL;
  /* Some importers give a path in FMI 2.0, too. */
  const bool decodes = isUri && strncmp(resources, "file:", 5) == 0;
  const char* from = decodes ? path_of(resources) : resources;
  char* path = malloc(strlen(from) + 1);
  if (path == NULL) return NULL;
  size_t n = 0;
  while (*from != 0) {
    const int high = decodes && *from == '%' ? digit(from[1]) : -1, low = high < 0 ? -1 : digit(from[2]);
    path[n++] = low < 0 ? *from : (char)(16 * high + low);
    from += low < 0 ? 1 : 3;
  }
  while (n > 1 && (path[n - 1] == '/' || path[n - 1] == '\\')) n--;
  path[n] = 0;
  return path;
}

char* uri_of(const char* path) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/:";
  static const char digits[] = "0123456789ABCDEF";
  char* uri = malloc(3 * strlen(path) + 9);
  if (uri == NULL) return NULL;
  char* to = uri + sprintf(uri, path[0] == '/' ? "file://" : "file:///");
  for (; *path != 0; path++) {
    const unsigned char c = (unsigned char)*path;
    if (c == '\\') *to++ = '/';
    else if (strchr(plain, c) != NULL) *to++ = (char)c;
    else *to++ = '%', *to++ = digits[c >> 4], *to++ = digits[c & 15];
  }
  *to = 0;
  return uri;
}

char* below(const char* folder, const char* rest, const char* more) {
  char* path = malloc(strlen(folder) + strlen(rest) + strlen(more) + 1);
  if (path == NULL) return NULL;
  sprintf(path, "%s%s%s", folder, rest, more);
  return path;
}
