/* What generated mutants use. */
#include <stddef.h>
#include <string.h>

/*
 * Assigns the value of the call before. Each instance and each target has its own memory, so that
 * instances do not share values.
 */
#define LATE(instance, target, ...)                                                             \
  do {                                                                                          \
    static struct { const void* of; const void* at; __typeof__(target) was; } late[256];        \
    const void* of = (const void*)(instance);                                                   \
    const char* at = (const char*)&(target);                                                    \
    if (at < (const char*)of || at > (const char*)of + 100000) at = NULL;                       \
    int k = 0;                                                                                  \
    while (k < 255 && late[k].of != NULL && (late[k].of != of || late[k].at != at)) k++;        \
    const __typeof__(target) now = (__VA_ARGS__);                                               \
    if (late[k].of != NULL) (target) = late[k].was;                                             \
    late[k].of = of;                                                                            \
    late[k].at = at;                                                                            \
    *(__typeof__(target)*)&late[k].was = now;                                                   \
  } while (0)

/*
 * Assigns with a count of the calls before, `calls`, and the first value, `first`. `ASSIGNED` keeps
 * both for each instance and each target.
 */
#define ASSIGNED(instance, target, action, ...)                                                 \
  do {                                                                                          \
    static struct { const void* of; const void* at; int calls; __typeof__(target) first; } kept[256]; \
    const void* of = (const void*)(instance);                                                   \
    const char* at = (const char*)&(target);                                                    \
    if (at < (const char*)of || at > (const char*)of + 100000) at = NULL;                       \
    int k = 0;                                                                                  \
    while (k < 255 && kept[k].of != NULL && (kept[k].of != of || kept[k].at != at)) k++;        \
    const __typeof__(target) now = (__VA_ARGS__);                                               \
    if (kept[k].of == NULL) *(__typeof__(target)*)&kept[k].first = now;                         \
    kept[k].of = of;                                                                            \
    kept[k].at = at;                                                                            \
    const int calls = kept[k].calls++;                                                          \
    (void)calls;                                                                                \
    action;                                                                                     \
  } while (0)

/* Assigns the first value for ever: a stale cache. */
#define STALE(instance, target, ...) ASSIGNED(instance, target, (target) = kept[k].first, __VA_ARGS__)

/* Assigns the first values, and nothing later. */
#define WEARS_OFF(instance, target, ...) \
  ASSIGNED(instance, target, if (calls < 6) (target) = now, __VA_ARGS__)

/* Assigns, but for each fourth call. */
#define SKIPS(instance, target, ...) \
  ASSIGNED(instance, target, if (calls % 4 != 3) (target) = now, __VA_ARGS__)

/* Calls, and lets a field keep its value. */
#define KEEP_FIELD(field, ...)                                                                  \
  do {                                                                                          \
    char kept[sizeof(field)];                                                                   \
    memcpy(kept, (void*)&(field), sizeof(field));                                               \
    __VA_ARGS__;                                                                                \
    memcpy((void*)&(field), kept, sizeof(field));                                               \
  } while (0)

/* Calls, and sets a field to zero. */
#define ZERO_FIELD(target, type, field, ...)                                                    \
  do {                                                                                          \
    __VA_ARGS__;                                                                                \
    memset((char*)(target) + offsetof(type, field), 0, sizeof(((type*)0)->field));              \
  } while (0)
