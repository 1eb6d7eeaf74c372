/* A prepared call. It begins with the function that makes it and returns its status, or `gone`. */
#ifndef FMUKIT_PREPARED_H_
#define FMUKIT_PREPARED_H_
#include <stdint.h>

typedef struct Prepared {
  int32_t (*make)(struct Prepared*);
} Prepared;
#endif
