import { keptProgram } from '../../fmu-sdk/cache/bytecode-cache.ts';

// Starts the computing thread from cached bytecode.
keptProgram('./dist/worker-program.cjs');
