/* Made by bin/generate.mjs from fmu-sdk/standard and fmu-sdk/build/component/component-functions.ts: change those. */
#ifndef CONSTANTS_H_
#define CONSTANTS_H_
enum { OK, WARNING, DISCARD, ERROR, FATAL };

/* Types of variables. */
enum { FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOLEAN, STRING, BINARY, CLOCK, ENUMERATION };

/* Modes, as bits: a set of modes is their sum. */
enum { INSTANTIATED = 1, CONFIGURATION = 2, INITIALIZATION = 4, STEP = 8, RECONFIGURATION = 16, TERMINATED = 32, INTERMEDIATE = 64, FAILED = 128, EVENT = 256, CONTINUOUS_TIME = 512, CLOCK_ACTIVATION = 1024, CLOCK_UPDATE = 2048 };

/* Where variables can be read, and where some can be set. */
enum { GETTABLE = 365, SETTABLE = 351 };
#endif
