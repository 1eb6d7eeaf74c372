/* Shared with the system calls of the C library. */
#ifndef C_LIBRARY_H_
#define C_LIBRARY_H_
#include <stdint.h>

typedef struct {
  const char* at;
  uint32_t length;
} Text;

/* The last time that the FMU received [s]. Its clocks show this time. */
extern double componentTime;
#endif
