import type { Conduct } from '../../dynamic/rule.ts';
import { dependencies } from './dependencies.ts';
import { deterministic } from './deterministic.ts';
import { laterStart } from './later-start.ts';
import { reset } from './reset.ts';
import { resetForgetsSettings } from './reset-forgets-settings.ts';
import { steps } from './steps.ts';
import { terminatedReadable } from './terminated-readable.ts';
import { withStopTime } from './with-stop-time.ts';

export const runRules: readonly Conduct[] = [
  dependencies,
  deterministic,
  laterStart,
  resetForgetsSettings,
  reset,
  steps,
  terminatedReadable,
  withStopTime,
];
