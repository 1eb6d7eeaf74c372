import { UnitGone, type Watch } from '../../../host/fmi-api.ts';
import { diesOfError, exercise, provoke } from '../../behaviour/exercise-fmu.ts';
import { plant } from '../../behaviour/fault-injection.ts';
import { type Probe, Refused, Unreachable } from '../../behaviour/fmu-probe.ts';
import { watchOf, withMemory } from '../../behaviour/process-watch.ts';
import type { Bench } from '../../behaviour/rule-context.ts';
import {
  deserialize,
  getState,
  serialize,
  withSerialization,
  withState,
} from '../../behaviour/state-support.ts';
import { readable, running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import type { RuleClass } from '../../severity.ts';

/** What an instance does n times between its begin and its end. */
interface Use {
  each: string;
  make(probe: Probe, n: number): void;
}

const nothing: Use = { each: 'Each instance', make: () => {} };
const uses: readonly Use[] = [
  { each: 'Each step', make: stepped },
  { each: 'Each reading of all variables', make: looked },
  { each: 'Each state that is kept and freed', make: keptStates },
  { each: 'Each reset', make: resets },
];
const err: Use = { each: 'Each error', make: errors };

const everyUse: Use = {
  each: 'Each life',
  make: (probe, n) => {
    for (const { make } of uses) tolerantly(() => make(probe, n));
  },
};

/** How often something is done in a life; of all that can be done, each as often, where nothing is expected to stay. */
const many = 12;
const few = 3;
/** Lives before the first look, in which what a library makes once is made, and in each of the rows that are looked at. */
const lives = { before: 3, windows: 3, each: 4 };

export const allocations: Rule = {
  id: 'load/allocations',
  title: 'What an instance allocates is free after freeInstance, whatever was done with it',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'freeInstance frees all memory that the instance has allocated: for itself, for its steps, its states, its messages. The check counts what the process has from malloc and compares lives in which something is done many times with lives in which it is not: what grows in each of several rows of lives, however little, grows for ever.',
  needs: 'behaviour',
  plants: [
    plant('16 bytes a step stay', (base) => {
      let bytes = 0;
      return {
        call(this: typeof base, op) {
          if (op.op === 'doStep') bytes += 16;
          return base.call.call(this, op);
        },
        watch: { ...base.watch!, allocated: () => bytes },
      };
    }),
  ],
  without: withMemory,
  async check(bench) {
    try {
      await count(bench);
    } catch (error) {
      if (error instanceof UnitGone) bench.skip(`the unit is gone before it can be counted: ${error.reason}`);
      // Some units make so many instances in a process, and no more.
      if (error instanceof Refused && /Instantiate/.test(error.cause.call)) bench.skip(error.message);
      throw error;
    }
  },
};

async function count(bench: Bench): Promise<void> {
  const probe = await bench.open();
  const watch = watchOf(bench, probe);
  if (watch.allocated() === undefined) return bench.skip('nobody counts the memory of this process');
  const grown = (live: () => void): number => growthOf(rowsOf(probe, watch, live));
  const alone = rowsOf(probe, watch, () => life(probe, nothing, 0));
  if (growthOf(alone) > 0) return tell(bench, probe, nothing.each, growthOf(alone));
  /** What a life leaves, though not as much each time, is not of what is done in it. */
  const ofLife = Math.max(0, ...alone);
  const early = grown(() => life(probe, nothing, 0, false));
  // The text makes no difference; that an importer ends a run otherwise is rare.
  if (early > 0) tell(bench, probe, 'Each instance that is freed without terminate', early, 'robustness');
  const tellOf = (use: Use): void => {
    const left = (grown(() => life(probe, use, many)) - ofLife) / many;
    if (left > 0) tell(bench, probe, use.each, left);
  };
  const whole = (): void => {
    exercise(probe);
    probe.free();
  };
  const all = (): void => {
    life(probe, everyUse, few);
    whole();
  };
  // Where nothing stays of all together, nothing stays of any.
  if (rowsOf(probe, watch, all).length === lives.windows) {
    for (const use of uses) tellOf(use);
    const left = grown(whole) - ofLife;
    if (left > 0) tell(bench, probe, 'Each life with all that the unit can do', left);
  }
  try {
    tellOf(err);
  } catch (error) {
    if (!(error instanceof UnitGone)) throw error;
    bench.tell(`but not after errors: ${diesOfError}`);
  }
}

function tell({ report }: Bench, probe: Probe, each: string, bytes: number, own?: RuleClass): void {
  report(probe, {
    message: `${each} leaves memory behind that freeInstance does not free.`,
    value: `${Math.ceil(bytes)} bytes`,
    expected: '0 bytes',
    ...(own && { class: own }),
  });
}

/** Bytes that each life leaves behind; 0 where a row of lives leaves none, or much less than another. */
function growthOf(rows: readonly number[]): number {
  if (rows.length < lives.windows) return 0;
  // What is not as much each time is a store that fills, and will be full.
  const [least, most] = [Math.min(...rows), Math.max(...rows)];
  return least >= 0.8 * most ? least : 0;
}

/** Bytes that each life of a row leaves behind, row by row, until one leaves nothing. */
function rowsOf(probe: Probe, watch: Watch, live: () => void): number[] {
  const rows: number[] = [];
  times(lives.before, live);
  while (rows.length < lives.windows) {
    const before = watch.allocated() ?? 0;
    times(lives.each, () => {
      probe.script.length = 0;
      live();
    });
    const left = ((watch.allocated() ?? 0) - before) / lives.each;
    if (left <= 0) break;
    rows.push(left);
  }
  return rows;
}

function life(probe: Probe, { make }: Use, n: number, terminated = true): void {
  probe.reach(running(probe.target), { loggingOn: true });
  tolerantly(() => make(probe, n));
  if (terminated) probe.do('terminate');
  probe.free();
}

function tolerantly(what: () => void): void {
  try {
    what();
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
  }
}

function times(n: number, what: () => void): void {
  for (let k = 0; k < n; k++) what();
}

function stepped(probe: Probe, n: number): void {
  if (probe.target.kind !== 'scheduledExecution') times(n, () => probe.advance());
}

function looked(probe: Probe, n: number): void {
  const seen = readable(probe.target).slice(0, 50);
  times(n, () => probe.snapshot(seen));
}

function keptStates(probe: Probe, n: number): void {
  if (withState(probe.target) !== undefined) return;
  times(n, () => {
    const handles = [getState(probe)];
    if (withSerialization(probe.target) === undefined)
      handles.push(deserialize(probe, serialize(probe, handles[0])));
    for (const handle of handles) probe.ask('freeState', String(handle), (c) => c.freeState(handle));
  });
}

function resets(probe: Probe, n: number): void {
  times(n, () => beginAgain(probe));
}

/** After an error there is nothing to terminate, before it is reset. */
function errors(probe: Probe, n: number): void {
  times(n, () => {
    if (provoke(probe) === undefined) throw new Unreachable(diesOfError);
  });
  beginAgain(probe);
}

function beginAgain(probe: Probe): void {
  probe.must('reset');
  probe.goOn(running(probe.target));
}
