/* The functions of FMI 2.0, written from the standard's text (2.0.5, sections 2.1, 3.2, 4.2), and who cannot do without:
   X(kinds that need it, name, result, parameters). */
#ifndef FMUKIT_SYMBOLS2_H_
#define FMUKIT_SYMBOLS2_H_
#include "../../standard/c/fmi2.h"

#define FMI2_FUNCTIONS(X)                                                                                                         \
  X(no, GetTypesPlatform, const char*, (void))                                                                                    \
  X(no, GetVersion, const char*, (void))                                                                                          \
  X(no, SetDebugLogging, int, (void*, int, size_t, const char* const[]))                                                          \
  X(all, Instantiate, void*, (const char*, fmi2Type, const char*, const char*, const fmi2CallbackFunctions*, int, int))           \
  X(all, FreeInstance, void, (void*))                                                                                             \
  X(all, SetupExperiment, int, (void*, int, double, double, int, double))                                                         \
  X(all, EnterInitializationMode, int, (void*))                                                                                   \
  X(all, ExitInitializationMode, int, (void*))                                                                                    \
  X(all, Terminate, int, (void*))                                                                                                 \
  X(no, Reset, int, (void*))                                                                                                      \
  X(all, GetReal, int, (void*, const uint32_t[], size_t, double[]))                                                               \
  X(no, GetInteger, int, (void*, const uint32_t[], size_t, int[]))                                                                \
  X(no, GetBoolean, int, (void*, const uint32_t[], size_t, int[]))                                                                \
  X(no, GetString, int, (void*, const uint32_t[], size_t, const char*[]))                                                         \
  X(all, SetReal, int, (void*, const uint32_t[], size_t, const double[]))                                                         \
  X(no, SetInteger, int, (void*, const uint32_t[], size_t, const int[]))                                                          \
  X(no, SetBoolean, int, (void*, const uint32_t[], size_t, const int[]))                                                          \
  X(no, SetString, int, (void*, const uint32_t[], size_t, const char* const[]))                                                   \
  X(no, GetFMUstate, int, (void*, void**))                                                                                        \
  X(no, SetFMUstate, int, (void*, void*))                                                                                         \
  X(no, FreeFMUstate, int, (void*, void**))                                                                                       \
  X(no, SerializedFMUstateSize, int, (void*, void*, size_t*))                                                                     \
  X(no, SerializeFMUstate, int, (void*, void*, char[], size_t))                                                                   \
  X(no, DeSerializeFMUstate, int, (void*, const char[], size_t, void**))                                                          \
  X(no, GetDirectionalDerivative, int, (void*, const uint32_t[], size_t, const uint32_t[], size_t, const double[], double[]))     \
  X(me, EnterEventMode, int, (void*))                                                                                             \
  X(me, NewDiscreteStates, int, (void*, fmi2EventInfo*))                                                                          \
  X(me, EnterContinuousTimeMode, int, (void*))                                                                                    \
  X(me, CompletedIntegratorStep, int, (void*, int, int*, int*))                                                                   \
  X(me, SetTime, int, (void*, double))                                                                                            \
  X(me, SetContinuousStates, int, (void*, const double[], size_t))                                                                \
  X(me, GetDerivatives, int, (void*, double[], size_t))                                                                           \
  X(me, GetEventIndicators, int, (void*, double[], size_t))                                                                       \
  X(me, GetContinuousStates, int, (void*, double[], size_t))                                                                      \
  X(no, GetNominalsOfContinuousStates, int, (void*, double[], size_t))                                                            \
  X(no, SetRealInputDerivatives, int, (void*, const uint32_t[], size_t, const int[], const double[]))                             \
  X(no, GetRealOutputDerivatives, int, (void*, const uint32_t[], size_t, const int[], double[]))                                  \
  X(cs, DoStep, int, (void*, double, double, int))                                                                                \
  X(no, CancelStep, int, (void*))                                                                                                 \
  X(no, GetStatus, int, (void*, fmi2StatusKind, int*))                                                                            \
  X(no, GetRealStatus, int, (void*, fmi2StatusKind, double*))                                                                     \
  X(no, GetIntegerStatus, int, (void*, fmi2StatusKind, int*))                                                                     \
  X(no, GetBooleanStatus, int, (void*, fmi2StatusKind, int*))                                                                     \
  X(no, GetStringStatus, int, (void*, fmi2StatusKind, const char**))

typedef struct {
#define X(need, name, result, parameters) result(*name) parameters;
  FMI2_FUNCTIONS(X)
#undef X
} Functions2;
#endif
