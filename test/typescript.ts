import { createRequire } from 'node:module';
import type typescript from 'typescript';

/**
 * Loaded as CommonJS, as in the compiled package, because importing it as a module takes three
 * times as long.
 */
export default createRequire(import.meta.url)('typescript') as typeof typescript;
