// Entry of the computing thread: lets it load TypeScript, then starts it.
import '../../bin/typescript.mjs';

await import('./worker.ts');
