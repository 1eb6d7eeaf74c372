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
