import { keptProgram } from '../../cache/bytecode-cache.ts';

// Starts the thread for a unit's code from the cached bytecode of its program.
keptProgram('./dist/trial-program.cjs');
