import type { Cause } from '../cause.ts';

/** A rule cannot go on: what it wants to look at is not to be had here. */
export class Unreachable extends Error {}

/** The unit refused a call that the standard allows, so that a rule cannot go on. */
export class Refused extends Unreachable {
  constructor(
    message: string,
    override readonly cause: Cause,
  ) {
    super(message);
  }
}
