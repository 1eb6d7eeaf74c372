import { serveTasks, type TaskProgress } from '../../host/watchdog/bounded-task.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { DifferentialOptions } from '../reference-run/differential-plan.ts';
import type { SourceAndCore } from '../reference-run/differential-test.ts';
import { seal } from '../seal/seal-module.ts';

/** Tasks that run code of the unit. */
export type TrialTask =
  | { do: 'seal'; wasm: Uint8Array; folder: string }
  | { do: 'try'; both: SourceAndCore }
  | { do: 'find'; folder: string; manifest: Manifest; step: number }
  | { do: 'compare'; both: SourceAndCore; options: DifferentialOptions };

/**
 * Runs the code of a unit in this thread during build and test. Loads the compilers of the
 * reference run when they are needed.
 */
serveTasks(async (task: TrialTask, progress: TaskProgress) => {
  const result = await done(task, progress);
  // After the last task of a unit, the caller may end the thread.
  if (task.do !== 'seal') progress.away();
  return result;
});

async function done(task: TrialTask, progress: TaskProgress): Promise<unknown> {
  switch (task.do) {
    case 'seal':
      return sealInTrial(task.wasm, task.folder, progress);
    case 'try': {
      const { tryUnit } = await import('./trial-run.ts');
      return tryUnit(task.both, progress);
    }
    case 'find': {
      const { findEndlessLoop } = await import('./trial-run.ts');
      return findEndlessLoop(task.folder, task.manifest, task.step, progress);
    }
    case 'compare': {
      const { runDifferentialTest } = await import('../reference-run/differential-test.ts');
      return runDifferentialTest(task.both, task.options, progress);
    }
  }
}

/**
 * Seals a core module, which runs its constructors. Rejects a unit whose constructor traps, with
 * the line of its source.
 */
async function sealInTrial(wasm: Uint8Array, folder: string, progress: TaskProgress): Promise<Uint8Array> {
  try {
    progress.at(-1);
    return seal(wasm);
  } catch (error) {
    progress.away();
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    progress.tell(`instantiate ${folder}: its constructor stops: ${error.message}. Correct it there.`);
    // The reference run traps too and names the line.
    const { instantiateReference } = await import('../reference-run/reference-unit.ts');
    await instantiateReference(folder, progress, () => progress.at(-1));
    throw error;
  }
}
