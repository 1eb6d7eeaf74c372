import type { CoreFunctions } from './core-face.ts';
import type { Instance } from './instance.ts';

/** What is said of a unit whose next event is at NaN: no event and no Clock of it would ever be due again. */
export const noEventTime =
  'its nextEventTime() is NaN, which is no time; it gives Infinity where no event is known';

/** The functions of a core, of which those that may lead to another event refuse one at no time. */
export function heedingEvents(core: CoreFunctions): CoreFunctions {
  const heed = heedOf(core);
  return {
    ...core,
    initialize: (t) => {
      core.initialize(t);
      heed();
    },
    micro: (i) => {
      core.micro(i);
      heed();
    },
    step: (t, H) => {
      const answer = core.step(t, H);
      heed();
      return answer;
    },
  };
}

const heeds = new WeakMap<Instance, () => void>();

/** To be asked of an instance whose steps are called by others than JavaScript. */
export function heedsEvents(instance: Instance, core: CoreFunctions): void {
  heeds.set(instance, heedOf(core));
}

/** Refuses a next event of this instance that is at no time; undefined where it has no events. */
export function eventHeed(instance: Instance): (() => void) | undefined {
  return heeds.get(instance);
}

function heedOf(core: CoreFunctions): () => void {
  return () => {
    if (Number.isNaN(core.nextEvent?.())) throw new Error(noEventTime);
  };
}
