import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/**
 * Error of a run that was stopped because a unit did not return. With `stuck`, the thread can only
 * end together with the process.
 */
export class RunStopped extends UserError {
  constructor(
    message: string,
    readonly stuck: boolean,
  ) {
    super(message);
  }
}
