import { killChildren } from '../exit/signals.ts';

/** Interval at which compilers are killed that the ending thread may still start [ms]. */
const killInterval = 20;

/** Ends the thread of a build, and the C compilers that it waits for. */
export async function endBuilding(): Promise<void> {
  const { endBuildThread } = await import('../../../fmu-sdk/build/thread/build-thread.ts');
  const ended = endBuildThread();
  killChildren();
  const killing = setInterval(killChildren, killInterval);
  await ended.finally(() => clearInterval(killing));
}
