import { FailureListener, failure } from 'fmukit/author';
import { Core } from './exports/core-exports';
import { Status } from './fmi-constants';
import { open } from './instance-session';
import { openLife } from './lifecycle';
import { log, openLog, withTexts } from './log-message';

export { Core };

/** Reports to the importer why the unit gave up, because a trap cannot carry a message. */
class Reporter extends FailureListener {
  override failed(message: string): void {
    withTexts(message);
    log(Status.fatal, 'the unit gave up: %s');
  }
}

const reporter: Reporter = new Reporter();

/** Registers the reporter. Must be called again after a reset of the unit's memory. */
export function report(): void {
  failure.listener = reporter;
}

/**
 * Starts the glue. The generated entry calls it once, after the unit's construction. Its
 * allocations do not belong to the unit's state.
 */
export function attach(core: Core): void {
  openLife();
  openLog();
  report();
  // Must come last: the arena begins at the end of the heap.
  open(core);
}
