import type { IntervalVariability } from '../../description/description.ts';

interface Ticking {
  intervalVariability?: IntervalVariability;
}

/** Kinds of Clocks, with the numbers of fmu-sdk/author/unit-events.ts. */
const clockKinds: Record<string, number> = {
  triggered: 0,
  constant: 1,
  fixed: 1,
  tunable: 1,
  changing: 2,
  countdown: 3,
};

export function clockKind(v: Ticking): number {
  return clockKinds[v.intervalVariability ?? 'triggered'];
}

/**
 * Returns when an importer may set the interval: 0 never, 1 in Initialization Mode, 2 in Event Mode
 * too.
 */
export function intervalIsSettable(v: Ticking): number {
  const modes: Record<string, number> = { fixed: 1, tunable: 2 };
  return modes[v.intervalVariability ?? ''] ?? 0;
}
