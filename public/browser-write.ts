/**
 * fmukit in a web page: writes model descriptions and result files. `fmukit/browser` reads and runs
 * FMUs.
 *
 * @packageDocumentation
 */

export type { ModelDescription, Variable } from '../fmu-sdk/description/description.ts';
export { writeModelDescription } from '../fmu-sdk/description/write-model-description.ts';
export type { Sink } from '../master/observe/formats/result-format.ts';
export { sinks } from '../master/observe/formats/result-formats.ts';
