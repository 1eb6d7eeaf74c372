import type { JsonPath } from '../../fmu-sdk/util/json/json-path.ts';

/** Ends the check with what is wrong at a path of the system. */
export type Refuse = (path: JsonPath, what: string) => never;
