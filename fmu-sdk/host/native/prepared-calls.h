/* A call that is ready to be made: first in memory is what makes it and answers its status, or `gone`. */
#ifndef FMUKIT_PREPARED_H_
#define FMUKIT_PREPARED_H_
#include <stdint.h>

typedef struct Prepared {
  int32_t (*make)(struct Prepared*);
} Prepared;
#endif
