import { UserError } from '../../fmu-sdk/util/user-error.ts';

/** A run was ended because a unit did not come back; `stuck` says that its thread cannot be ended but with the process. */
export class Stopped extends UserError {
  constructor(
    message: string,
    readonly stuck: boolean,
  ) {
    super(message);
  }
}
