import { Core } from './core';
import { openLife } from './lifecycle';
import { openLog } from './message';
import { open } from './session';

export { Core };

/** Called once by the generated entry, when the unit stands in memory. What it allocates is no state of the unit. */
export function attach(core: Core): void {
  openLife();
  openLog();
  // Last: the arena begins where the heap ends.
  open(core);
}
