import type { ConnectionLoop } from './connection-loop.ts';
import type { Lane } from './continuous-connections.ts';

/** A stop in the evaluation: at a unit, whose outputs then go on; or at a loop. */
export interface Stop {
  readonly unit: number;
  readonly visit: number;
  /** Its sources, whose lanes they are. */
  readonly sources: readonly number[];
  readonly lanes: readonly Lane[];
  readonly loop?: ConnectionLoop;
}
