import { UserError } from '../../fmu-sdk/error.ts';
import { type Activity, cell } from '../coupling/activity.ts';
import { Collector } from '../observe/collector.ts';
import type { ObserverKind } from '../observe/observer.ts';
import { recorder } from '../observe/recorder.ts';
import { sinkOf } from '../observe/sinks.ts';
import { closeAll, openInstances } from './open-instances.ts';
import type { Job, RunResult } from './protocol.ts';
import { ResultFile } from './result-file.ts';
import { Session } from './session.ts';
import { summaryOf } from './summary.ts';

/** Runs one job in this thread, recording as it goes; a run that fails leaves its good rows in `x.partial.csv`. */
export async function execute(job: Job, activity: Activity): Promise<RunResult> {
  const instances = await openInstances(job.system, activity);
  try {
    const file = job.output === undefined ? undefined : new ResultFile(job.output);
    let collector: Collector | undefined;
    const observers: ObserverKind[] = [
      ...(job.collect
        ? [{ name: 'collector', observe: (run) => (collector = new Collector(run)) } as ObserverKind]
        : []),
      ...(file === undefined ? [] : [recorder(sinkOf(file.file), file.write)]),
    ];
    const session = new Session(job.system, { activity, instances, observers });
    return { ...run(session, activity, file), columns: collector?.result() ?? [] };
  } finally {
    closeAll(instances);
  }
}

function run(session: Session, activity: Activity, file: ResultFile | undefined): RunResult {
  let begin = performance.now();
  const ended = (outcome: RunResult['outcome']): RunResult => {
    session.end(outcome);
    const seconds = (performance.now() - begin) / 1000;
    return summaryOf(session, outcome, seconds, file?.close(outcome === 'finished'));
  };
  try {
    session.start();
    begin = performance.now();
    while (!session.done && activity.cells[cell.stop] === 0) {
      session.advance(session.system.record.every);
      session.row();
    }
  } catch (error) {
    session.end('failed');
    const kept = file?.close(false);
    if (error instanceof UserError && kept !== undefined)
      throw new UserError(`${error.message}\nThe rows up to then are in ${kept}.`);
    throw error;
  }
  return ended(session.done ? 'finished' : 'interrupted');
}
