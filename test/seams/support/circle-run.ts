import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { type SimulateOptions, simulate } from '../../../master/run/simulate.ts';
import type { RunResult } from '../../../master/run/worker/run-protocol.ts';
import { resolveSystem, type SystemOptions } from '../../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../../master/system/system.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { allAreHeard } from './failing.ts';
import { makeGain } from './gain.ts';
import { circle, makeLag } from './lag.ts';

/** Two lags in a circle that run with custom code. */
export interface CircleRun {
  folder: string;
  load(system?: SystemFile, options?: SystemOptions): Promise<CheckedSystem>;
  run(options: SimulateOptions, system?: SystemFile): Promise<RunResult>;
}

/** Creates the run for a test file, in a separate folder. All errors are observed. */
export function circleRun(): CircleRun {
  const folder = temporaryFolder('user-code');
  beforeAll(async () => {
    await makeLag(folder);
    await makeGain(folder, 'gain', 3);
  });
  allAreHeard();
  const load = (system: SystemFile = circle(), options: SystemOptions = {}): Promise<CheckedSystem> =>
    resolveSystem(system, join(folder, 'circle.json'), options);
  return { folder, load, run: async (options, system) => simulate(await load(system), options) };
}
