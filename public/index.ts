export { UserError } from '../fmu-sdk/error.ts';
export { loadSystem } from '../master/system/load.ts';
