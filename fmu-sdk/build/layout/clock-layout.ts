import type { IntervalVariability } from '../../description/description.ts';

interface Ticking {
  intervalVariability?: IntervalVariability;
}

/** How a Clock ticks, as fmu-sdk/author/unit-events.ts numbers it. */
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

/** When an importer may set the interval: 0 never, 1 in Initialization Mode, 2 also in Event Mode. */
export function intervalIsSettable(v: Ticking): number {
  const modes: Record<string, number> = { fixed: 1, tunable: 2 };
  return modes[v.intervalVariability ?? ''] ?? 0;
}
