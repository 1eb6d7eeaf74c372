import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import { watchClocked } from '../../../fmu-sdk/host/instance/watch-clocked.ts';
import { sinksWith } from '../../observe/formats/custom-format.ts';
import { sinkOf } from '../../observe/formats/result-formats.ts';
import type { Observer, ObserverKind } from '../../observe/observer.ts';
import { recorder } from '../../observe/recorder.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { closeAll, openInstances } from '../instances/open-instances.ts';
import { onceForEachUnit } from '../instances/unit-notes.ts';
import { loadExtensions } from '../load-extensions.ts';
import type { Session } from '../loop/session.ts';
import { ResultFile, requireApartFromInputs } from '../rows/result-file.ts';
import { summaryOf } from '../rows/summarize-run.ts';
import { PlannedRun } from '../run-plan.ts';
import { resolveAutoScheme } from '../scheme/resolve-auto-scheme.ts';
import { trialRunnerOf } from '../scheme/trial-factory.ts';
import type { RunResult } from '../worker/run-protocol.ts';
import { HeldRows } from './held-rows.ts';
import { History } from './run-history.ts';

/** Options of a run in single steps. */
export interface StepperOptions {
  output?: string;
  csvFormulas?: boolean;
  use?: readonly string[];
  events?: boolean;
  onNote?: (text: string) => void;
}

/** Parts of an opened run. Rolling back leaves the events, their observer and the held rows. */
interface StepperParts {
  readonly session: Session;
  readonly file: ResultFile | undefined;
  readonly notes: readonly string[];
  readonly heldRows: HeldRows | undefined;
  readonly events: number[];
}

/**
 * Runs a system in single steps, forward and back. Its results equal a run without interruption,
 * without the steps that were rolled back.
 *
 * Call order: `open` → (`next` | `back` | inspect `session`)* → `close`.
 */
export class Stepper {
  readonly session: Session;
  readonly history: History;
  /** Times of events inside the steps of the last `next` [s]. */
  readonly events: number[];
  private readonly file: ResultFile | undefined;
  private readonly notes: readonly string[];
  private readonly heldRows: HeldRows | undefined;
  private readonly begin = performance.now();

  private constructor({ session, file, notes, heldRows, events }: StepperParts) {
    this.session = session;
    this.file = file;
    this.notes = notes;
    this.heldRows = heldRows;
    this.events = events;
    session.start();
    this.history = new History(session);
  }

  static async open(inputSystem: CheckedSystem, options: StepperOptions): Promise<Stepper> {
    const { output, csvFormulas, use = [], events, onNote } = options;
    requireApartFromInputs(output, inputSystem);
    const { sinks: more, integrators, ...extensions } = await loadExtensions(use);
    const { system, notes } = await resolveAutoScheme(
      trialRunnerOf(inputSystem, { hosts, integrators, ...extensions }),
      onNote,
    );
    const activity = { cells: new Int32Array(4) };
    const note = onceForEachUnit(onNote);
    const instances = await openInstances(system, activity, hosts, { integrators, note, rollback: true });
    let file: ResultFile | undefined;
    try {
      for (const instance of instances) watchClocked(instance);
      const form = output === undefined ? undefined : sinkOf(output, sinksWith(more), csvFormulas);
      file = output === undefined ? undefined : new ResultFile(output);
      let heldRows: HeldRows | undefined;
      const passed: number[] = [];
      const results: ObserverKind = {
        name: 'held rows',
        observe: (run) => (heldRows = new HeldRows(recorder(form as never, file as never), run)),
      };
      const watcher: Observer = { event: (t) => void passed.push(t), visitState() {} };
      const watch: ObserverKind = { name: 'events', observe: () => watcher };
      const { session } = new PlannedRun({
        system,
        ...extensions,
        activity,
        instances,
        inner: [watch, ...(file === undefined ? [] : [results])],
        events,
      });
      return new Stepper({ session, file, notes, heldRows, events: passed });
    } catch (error) {
      file?.close(false);
      closeAll(instances, activity);
      throw error;
    }
  }

  /** Runs one communication step. Returns false at the end of the run. */
  next(): boolean {
    const { session, history, heldRows } = this;
    this.events.length = 0;
    if (session.done) return false;
    history.save(heldRows?.count ?? 0);
    heldRows?.release(Math.min(history.settled, heldRows.count));
    session.advance(1);
    if (session.done || session.n % session.system.record.every === 0) session.row();
    return true;
  }

  /** Rolls back up to `steps` steps, as far as points are saved. Returns their number. */
  back(steps: number): number {
    const { history, session } = this;
    const count = Math.min(steps, history.length);
    if (count === 0) return 0;
    const rows = history.back(count);
    this.heldRows?.rollBackTo(rows);
    this.events.length = 0;
    session.clearActivity();
    return count;
  }

  /** Ends the run and returns its result. */
  close(failed = false): RunResult {
    const { session, history, file } = this;
    const ending = failed ? 'failed' : session.done ? 'finished' : 'interrupted';
    const warnings: string[] = [];
    let output: string | undefined;
    try {
      session.end(ending);
    } finally {
      output = file?.close(ending === 'finished');
      history.release();
      warnings.push(...closeAll(session.instances, session.activity));
    }
    const seconds = (performance.now() - this.begin) / 1000;
    const result = summaryOf(session, ending === 'finished' ? ending : 'interrupted', seconds, output);
    return { ...result, notes: [...this.notes, ...result.notes], warnings };
  }
}
