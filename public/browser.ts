/**
 * fmukit in a web page: runs fmukit FMUs and systems of them with the bits of the command line. It
 * does not use Node.
 *
 * @packageDocumentation
 */

export type { FileBytes } from '../fmu-sdk/archive/file-bytes.ts';
export { readModelDescription } from '../fmu-sdk/description/read-model-description.ts';
export {
  loadSystem,
  openFmu,
  openFmu as loadFmu,
  type SystemSources,
  simulate,
  simulate as runSystem,
} from '../master/run/page/browser-run.ts';
export * from './common.ts';
