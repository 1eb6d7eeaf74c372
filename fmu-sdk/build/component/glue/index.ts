import { FailureListener, failure } from 'fmukit/author';
import { Core } from './core-exports';
import { Status } from './fmi-constants';
import { open } from './instance-session';
import { openLife } from './lifecycle';
import { log, openLog } from './log-message';

export { Core };

/** Tells the importer why the unit gave up: a trap alone carries no message. */
class Reporter extends FailureListener {
  override failed(message: string): void {
    log(Status.fatal, 'the unit gave up: %s', 0.0, 0.0, 0.0, 0.0, message);
  }
}

const reporter: Reporter = new Reporter();

/** To be called again after the unit's memory was reset. */
export function report(): void {
  failure.listener = reporter;
}

/** Called once by the generated entry, when the unit stands in memory. What it allocates is no state of the unit. */
export function attach(core: Core): void {
  openLife();
  openLog();
  report();
  // Last: the arena begins where the heap ends.
  open(core);
}
