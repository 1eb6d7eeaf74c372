// One form of results of `npm run bench`, in a process of its own.
import { root } from './ensure.mjs';
import './typescript.mjs';

const { printRecording } = await import('../../bench/bench-recording.ts');
await printRecording(root, process.env.FMUKIT_FORM);
