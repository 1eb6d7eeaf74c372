/**
 * fmukit in a page: sealed units and systems of them, with the bits of the command line. Nothing of Node is used.
 *
 * @packageDocumentation
 */

export type { FileBytes } from '../fmu-sdk/archive/file-bytes.ts';
export { loadSystem, openFmu, type SystemSources, simulate } from '../master/run/browser-run.ts';
export * from './common.ts';
