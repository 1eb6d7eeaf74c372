import { keptProgram } from '../../cache/bytecode-cache.ts';

// The thread in which a unit's code runs: its program from its bytecode of the last time.
keptProgram('./dist/trial-program.cjs');
