#ifndef FMUKIT_LAUNCH_H_
#define FMUKIT_LAUNCH_H_
#include "../sandbox/sandbox.h"

/*
 * Starts the two processes of an isolated FMU as children of this program's parent: its keeper, and
 * the FMU in the namespaces that the kernel permits, with these arguments of `main`. Does not
 * return.
 */
_Noreturn void launch(const Confinement*, char** arguments);
#endif
