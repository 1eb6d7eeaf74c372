export { UserError } from '../fmu-sdk/error.ts';
export { Session } from '../master/run/session.ts';
