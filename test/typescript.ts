import { createRequire } from 'node:module';
import type typescript from 'typescript';

/** As CommonJS, as the compiled package has it: to import it as a module takes a process three times as long. */
export default createRequire(import.meta.url)('typescript') as typeof typescript;
