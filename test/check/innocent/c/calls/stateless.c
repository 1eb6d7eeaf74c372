/* The FMU cannot save its state, and says so. */
#include "../plant.h"
