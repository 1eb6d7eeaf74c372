// Entry of the computing thread: lets it load TypeScript, then starts it.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
