import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import { type Activity, cell } from '../../coupling/activity.ts';
import { loadExtensions } from '../load-extensions.ts';
import type { RunEnvironment } from '../open-run.ts';
import { givenWith } from '../options/option-row.ts';
import { runOptions } from '../options/run-options.ts';
import { resultOf, runSystem } from '../run-system.ts';
import type { Job, RunResult } from './run-protocol.ts';

/** Callbacks to the watching thread. */
export type JobCallbacks = Pick<RunEnvironment, 'note' | 'onStepChosen' | 'onRows' | 'onOwnSteps'> & {
  readonly onLiveRows: NonNullable<RunEnvironment['live']>['onRows'];
};

/**
 * Runs one job in this thread and records results. A failed run leaves its valid rows in
 * `x.partial.csv`.
 */
export async function execute(
  { system, settings, live, mark }: Job,
  activity: Activity,
  { onLiveRows, ...callbacks }: JobCallbacks,
): Promise<RunResult> {
  const extensions = await loadExtensions(settings.use ?? []);
  const environment = {
    ...extensions,
    ...callbacks,
    hosts,
    activity,
    mark,
    live: live && { options: live, onRows: onLiveRows },
    stop: () => activity.cells[cell.stop] !== 0,
    isFlushDue: () => flushIsDue(activity),
    foresight: givenWith(runOptions, 'everyStep', settings).length === 0,
  };
  return resultOf(runSystem(system, settings, environment, Number.POSITIVE_INFINITY));
}

/** Reports whether the watching thread has asked for a flush, which it does once a second. */
function flushIsDue({ cells }: Activity): boolean {
  if (cells[cell.flush] !== 1) return false;
  cells[cell.flush] = 0;
  return true;
}
