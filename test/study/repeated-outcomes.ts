import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { InstancePool } from '../../master/run/instances/instance-pool.ts';
import { RunExecutor } from '../../master/study/execution/run-executor.ts';
import type { Outcome } from '../../master/study/execution/run-outcome.ts';
import type { StudyFile } from '../../master/study/plan/study-file.ts';
import { configuration, readPlan } from '../../master/study/plan/study-plan.ts';
import type { SystemFile } from '../../master/system/system.ts';

const cells = (): { cells: Int32Array } => ({ cells: new Int32Array(8) });

/**
 * Runs all configurations of a study of a system, in one executor that may keep libraries, and in a
 * new one for each. `prepared` counts how often the first one took instances.
 */
export async function outcomesIn(
  folder: string,
  system: SystemFile | string,
  study: Omit<StudyFile, 'name' | 'system'>,
): Promise<{ repeated: Outcome[]; alone: Outcome[]; prepared: number }> {
  const isFile = typeof system === 'string';
  if (!isFile) writeFileSync(join(folder, 'system.json'), JSON.stringify(system));
  const file = join(folder, 'study.json');
  writeFileSync(file, JSON.stringify({ name: 's', system: isFile ? system : 'system.json', ...study }));
  const plan = await readPlan(file);
  const { calls } = vi.spyOn(InstancePool.prototype, 'take').mock;
  const before = calls.length;
  const all = [...Array(plan.design.count).keys()];
  const executor = new RunExecutor(plan, cells());
  const repeated: Outcome[] = [];
  for (const i of all) {
    // A long row always pays.
    executor.kept.begin(1e9);
    repeated.push(await executor.outcome(configuration(plan, i)));
    executor.kept.took(1);
  }
  const prepared = calls.length - before;
  const alone: Outcome[] = [];
  for (const i of all) alone.push(await new RunExecutor(plan, cells()).outcome(configuration(plan, i)));
  return { repeated, alone, prepared };
}
