#ifndef FMUKIT_WINE_H_
#define FMUKIT_WINE_H_
#include "../engine/engine.h"
#include "../sandbox/sandbox.h"

/*
 * Becomes Wine with the Windows program in the FMU's folder (engine-windows.c), and leaves a helper
 * that waits for both sides and calls `watch`. Does not return. The environment names Wine
 * (FMUKIT_WINE) and its library folder (FMUKIT_WINE_SYSTEM).
 */
_Noreturn void become_wine(const Confinement*, Block*, void (*watch)(void));
#endif
