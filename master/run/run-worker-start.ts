import { keptProgram } from '../../fmu-sdk/cache/bytecode-cache.ts';

// The thread that computes: its program from its bytecode of the last time.
keptProgram('./dist/worker-program.cjs');
