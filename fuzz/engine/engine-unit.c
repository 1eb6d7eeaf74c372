/*
 * A unit of FMI 3.0 that has every function, uses all of the arrays that it is given, and does
 * nothing else.
 */
#include <stdlib.h>
#include <string.h>
#include "../../fmu-sdk/host/native/calls/fmi3-symbols.h"

#define WEAK __attribute__((weak, visibility("default")))
#define STRONG __attribute__((visibility("default")))
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Functions that are not written out below. */
#define X(need, name, result, parameters) WEAK result fmi3##name parameters { return (result)0; }
FMI3_FUNCTIONS(X)
#undef X
