import type { ConnectionLoop } from './connection-loop.ts';
import type { ContinuousConnection } from './continuous-connections.ts';

/** Stop in the evaluation, either at a unit whose outputs are then passed on, or at a loop. */
export interface Stop {
  readonly unit: number;
  readonly visit: number;
  /** Sources of the scalar connections. */
  readonly sources: readonly number[];
  readonly connections: readonly ContinuousConnection[];
  readonly loop?: ConnectionLoop;
}
