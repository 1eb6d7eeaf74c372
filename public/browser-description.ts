/**
 * fmukit in a web page: writes model descriptions. `fmukit/browser` reads them.
 *
 * @packageDocumentation
 */

export type { ModelDescription, Variable } from '../fmu-sdk/description/description.ts';
export { writeModelDescription } from '../fmu-sdk/description/write-model-description.ts';
