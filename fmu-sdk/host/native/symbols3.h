/* The functions of FMI 3.0, written from the standard's text (3.0.2, sections 2.2, 2.3, 3.2, 4.2, 5.2), and who cannot do
   without: X(kinds that need it, name, result, parameters). */
#ifndef FMUKIT_SYMBOLS3_H_
#define FMUKIT_SYMBOLS3_H_
#include "../../standard/c/fmi3.h"

#define FMI3_ACCESS(X, Type, type)                                                      \
  X(no, Get##Type, int, (void*, const uint32_t[], size_t, type[], size_t))              \
  X(no, Set##Type, int, (void*, const uint32_t[], size_t, const type[], size_t))

#define FMI3_FUNCTIONS(X)                                                                                                         \
  X(no, GetVersion, const char*, (void))                                                                                          \
  X(no, SetDebugLogging, int, (void*, bool, size_t, const char* const[]))                                                         \
  X(me, InstantiateModelExchange, void*,                                                                                          \
    (const char*, const char*, const char*, bool, bool, void*, fmi3LogMessageCallback))                                           \
  X(cs, InstantiateCoSimulation, void*,                                                                                           \
    (const char*, const char*, const char*, bool, bool, bool, bool, const uint32_t[], size_t, void*, fmi3LogMessageCallback,      \
     fmi3IntermediateUpdateCallback))                                                                                             \
  X(se, InstantiateScheduledExecution, void*,                                                                                     \
    (const char*, const char*, const char*, bool, bool, void*, fmi3LogMessageCallback, fmi3ClockUpdateCallback,                   \
     fmi3LockPreemptionCallback, fmi3UnlockPreemptionCallback))                                                                   \
  X(all, FreeInstance, void, (void*))                                                                                             \
  X(all, EnterInitializationMode, int, (void*, bool, double, double, bool, double))                                               \
  X(all, ExitInitializationMode, int, (void*))                                                                                    \
  X(me, EnterEventMode, int, (void*))                                                                                             \
  X(all, Terminate, int, (void*))                                                                                                 \
  X(no, Reset, int, (void*))                                                                                                      \
  X(all, GetFloat64, int, (void*, const uint32_t[], size_t, double[], size_t))                                                    \
  X(all, SetFloat64, int, (void*, const uint32_t[], size_t, const double[], size_t))                                              \
  FMI3_ACCESS(X, Float32, float)                                                                                                  \
  FMI3_ACCESS(X, Int8, int8_t)                                                                                                    \
  FMI3_ACCESS(X, UInt8, uint8_t)                                                                                                  \
  FMI3_ACCESS(X, Int16, int16_t)                                                                                                  \
  FMI3_ACCESS(X, UInt16, uint16_t)                                                                                                \
  FMI3_ACCESS(X, Int32, int32_t)                                                                                                  \
  FMI3_ACCESS(X, UInt32, uint32_t)                                                                                                \
  FMI3_ACCESS(X, Int64, int64_t)                                                                                                  \
  FMI3_ACCESS(X, UInt64, uint64_t)                                                                                                \
  FMI3_ACCESS(X, Boolean, bool)                                                                                                   \
  X(no, GetString, int, (void*, const uint32_t[], size_t, const char*[], size_t))                                                 \
  X(no, SetString, int, (void*, const uint32_t[], size_t, const char* const[], size_t))                                           \
  X(no, GetBinary, int, (void*, const uint32_t[], size_t, size_t[], const uint8_t*[], size_t))                                    \
  X(no, SetBinary, int, (void*, const uint32_t[], size_t, const size_t[], const uint8_t* const[], size_t))                        \
  X(no, GetClock, int, (void*, const uint32_t[], size_t, bool[]))                                                                 \
  X(no, SetClock, int, (void*, const uint32_t[], size_t, const bool[]))                                                           \
  X(no, GetNumberOfVariableDependencies, int, (void*, uint32_t, size_t*))                                                         \
  X(no, GetVariableDependencies, int, (void*, uint32_t, size_t[], uint32_t[], size_t[], fmi3DependencyKind[], size_t))            \
  X(no, GetFMUState, int, (void*, void**))                                                                                        \
  X(no, SetFMUState, int, (void*, void*))                                                                                         \
  X(no, FreeFMUState, int, (void*, void**))                                                                                       \
  X(no, SerializedFMUStateSize, int, (void*, void*, size_t*))                                                                     \
  X(no, SerializeFMUState, int, (void*, void*, uint8_t[], size_t))                                                                \
  X(no, DeserializeFMUState, int, (void*, const uint8_t[], size_t, void**))                                                       \
  X(no, GetDirectionalDerivative, int,                                                                                            \
    (void*, const uint32_t[], size_t, const uint32_t[], size_t, const double[], size_t, double[], size_t))                        \
  X(no, GetAdjointDerivative, int,                                                                                                \
    (void*, const uint32_t[], size_t, const uint32_t[], size_t, const double[], size_t, double[], size_t))                        \
  X(no, EnterConfigurationMode, int, (void*))                                                                                     \
  X(no, ExitConfigurationMode, int, (void*))                                                                                      \
  X(no, GetIntervalDecimal, int, (void*, const uint32_t[], size_t, double[], fmi3IntervalQualifier[]))                            \
  X(no, GetIntervalFraction, int, (void*, const uint32_t[], size_t, uint64_t[], uint64_t[], fmi3IntervalQualifier[]))             \
  X(no, GetShiftDecimal, int, (void*, const uint32_t[], size_t, double[]))                                                        \
  X(no, GetShiftFraction, int, (void*, const uint32_t[], size_t, uint64_t[], uint64_t[]))                                         \
  X(no, SetIntervalDecimal, int, (void*, const uint32_t[], size_t, const double[]))                                               \
  X(no, SetIntervalFraction, int, (void*, const uint32_t[], size_t, const uint64_t[], const uint64_t[]))                          \
  X(no, SetShiftDecimal, int, (void*, const uint32_t[], size_t, const double[]))                                                  \
  X(no, SetShiftFraction, int, (void*, const uint32_t[], size_t, const uint64_t[], const uint64_t[]))                             \
  X(no, EvaluateDiscreteStates, int, (void*))                                                                                     \
  X(me, UpdateDiscreteStates, int, (void*, bool*, bool*, bool*, bool*, bool*, double*))                                           \
  X(me, EnterContinuousTimeMode, int, (void*))                                                                                    \
  X(me, CompletedIntegratorStep, int, (void*, bool, bool*, bool*))                                                                \
  X(me, SetTime, int, (void*, double))                                                                                            \
  X(me, SetContinuousStates, int, (void*, const double[], size_t))                                                                \
  X(me, GetContinuousStateDerivatives, int, (void*, double[], size_t))                                                            \
  X(no, GetEventIndicators, int, (void*, double[], size_t))                                                                       \
  X(me, GetContinuousStates, int, (void*, double[], size_t))                                                                      \
  X(no, GetNominalsOfContinuousStates, int, (void*, double[], size_t))                                                            \
  X(no, GetNumberOfEventIndicators, int, (void*, size_t*))                                                                        \
  X(no, GetNumberOfContinuousStates, int, (void*, size_t*))                                                                       \
  X(no, EnterStepMode, int, (void*))                                                                                              \
  X(no, GetOutputDerivatives, int, (void*, const uint32_t[], size_t, const int32_t[], double[], size_t))                          \
  X(cs, DoStep, int, (void*, double, double, bool, bool*, bool*, bool*, double*))                                                 \
  X(se, ActivateModelPartition, int, (void*, uint32_t, double))

typedef struct {
#define X(need, name, result, parameters) result(*name) parameters;
  FMI3_FUNCTIONS(X)
#undef X
} Functions3;
#endif
