import type { Conduct } from '../../dynamic/rule.ts';
import { again } from './again.ts';
import { coSimulation } from './co-simulation.ts';
import { flags } from './flags.ts';
import { integratorFlags } from './integrator-flags.ts';
import { nextTime } from './next-time.ts';
import { settles } from './settles.ts';

export const eventRules: readonly Conduct[] = [
  again,
  coSimulation,
  flags,
  integratorFlags,
  nextTime,
  settles,
];
