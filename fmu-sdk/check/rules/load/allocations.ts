import { FmuGoneError, type MemoryWatch } from '../../../host/instance/fmi-api.ts';
import { diesOfError, exercise, provokeError } from '../../behaviour/calls/exercise-fmu.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { CallRefused, type Probe, RuleSkipped } from '../../behaviour/fmu-probe.ts';
import { watchOf, withMemory } from '../../behaviour/process/process-watch.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import {
  deserialize,
  getState,
  serialize,
  withSerialization,
  withState,
} from '../../behaviour/states/state-support.ts';
import { readable, running } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import type { Severity } from '../../severity.ts';

/** Operation that an instance repeats n times. */
interface Use {
  label: string;
  make(probe: Probe, n: number): void;
}

const nothing: Use = { label: 'Each instance', make: () => {} };
const uses: readonly Use[] = [
  { label: 'Each step', make: stepped },
  { label: 'Each reading of all variables', make: looked },
  { label: 'Each saved and freed state', make: keptStates },
  { label: 'Each reset', make: resets },
];
const err: Use = { label: 'Each error', make: errors };

const everyUse: Use = {
  label: 'Each life',
  make: (probe, n) => {
    for (const { make } of uses) tolerantly(() => make(probe, n));
  },
};

/**
 * Number of repetitions of one operation, and of all operations that should not leave memory
 * behind.
 */
const many = 12;
const few = 3;
/**
 * Number of lives before the first measurement, in which a library makes its one-time allocations,
 * and in each measured series.
 */
const lives = { before: 3, windows: 3, each: 4 };

export const allocations: Rule = {
  id: 'load/allocations',
  title: 'freeInstance frees all memory that an instance has allocated',
  severity: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'freeInstance must free all memory of the instance: for itself, its steps, its states and its messages. The check counts the process’s memory from malloc. It compares lives with many repetitions of an operation with lives without it: growth in several series, however small, never ends.',
  needs: 'behaviour',
  faults: [
    injectFault('16 bytes of each step remain', (base) => {
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
  inapplicableReason: withMemory,
  async check(context) {
    try {
      await count(context);
    } catch (error) {
      if (error instanceof FmuGoneError)
        context.skip(`the FMU process ended before its memory could be counted: ${error.reason}`);
      // Some FMUs make so many instances in a process, and no more.
      if (error instanceof CallRefused && /Instantiate/.test(error.cause.call)) context.skip(error.message);
      throw error;
    }
  },
};

async function count(context: RuleContext): Promise<void> {
  const probe = await context.open();
  const watch = watchOf(context, probe);
  if (watch.allocated() === undefined) return context.skip('the memory of this process cannot be counted');
  const grown = (live: () => void): number => growthOf(rowsOf(probe, watch, live));
  const alone = rowsOf(probe, watch, () => life(probe, nothing, 0));
  if (growthOf(alone) > 0) return reportLeak(context, probe, nothing.label, growthOf(alone));
  /** Memory that every life leaves behind is not caused by the repeated operation. */
  const ofLife = Math.max(0, ...alone);
  const early = grown(() => life(probe, nothing, 0, false));
  // The text of the standard makes no difference. Importers rarely end a run without terminate.
  if (early > 0)
    reportLeak(context, probe, 'Each instance that is freed without terminate', early, 'robustness');
  const tellOf = (use: Use): void => {
    const leak = (grown(() => life(probe, use, many)) - ofLife) / many;
    if (leak > 0) reportLeak(context, probe, use.label, leak);
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
    const leak = grown(whole) - ofLife;
    if (leak > 0) reportLeak(context, probe, 'Each life with all operations of the FMU', leak);
  }
  try {
    tellOf(err);
  } catch (error) {
    if (!(error instanceof FmuGoneError)) throw error;
    context.reportAmount(`without errors: ${diesOfError}`);
  }
}

function reportLeak(
  { report }: RuleContext,
  probe: Probe,
  text: string,
  bytes: number,
  severity?: Severity,
): void {
  report(probe, {
    message: `${text} leaves memory behind that freeInstance does not free.`,
    value: `${Math.ceil(bytes)} bytes`,
    expected: '0 bytes',
    ...(severity && { severity }),
  });
}

/**
 * Returns the bytes that each life leaves behind. Returns 0 if one series leaves nothing, or much
 * less than another.
 */
function growthOf(rows: readonly number[]): number {
  if (rows.length < lives.windows) return 0;
  // What is not as much each time is a store that fills, and will be full.
  const [least, most] = [Math.min(...rows), Math.max(...rows)];
  return least >= 0.8 * most ? least : 0;
}

/** Bytes that each life of a row leaves behind, row by row, until one leaves nothing. */
function rowsOf(probe: Probe, watch: MemoryWatch, live: () => void): number[] {
  const rows: number[] = [];
  times(lives.before, live);
  while (rows.length < lives.windows) {
    const before = watch.allocated() ?? 0;
    times(lives.each, () => {
      probe.script.length = 0;
      live();
    });
    const growth = ((watch.allocated() ?? 0) - before) / lives.each;
    if (growth <= 0) break;
    rows.push(growth);
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
    if (!(error instanceof RuleSkipped)) throw error;
  }
}

function times(n: number, what: () => void): void {
  for (let k = 0; k < n; k++) what();
}

function stepped(probe: Probe, n: number): void {
  if (probe.target.kind !== 'scheduledExecution') times(n, () => probe.advance());
}

function looked(probe: Probe, n: number): void {
  const variables = readable(probe.target).slice(0, 50);
  times(n, () => probe.snapshot(variables));
}

function keptStates(probe: Probe, n: number): void {
  if (withState(probe.target) !== undefined) return;
  times(n, () => {
    const handles = [getState(probe)];
    if (withSerialization(probe.target) === undefined)
      handles.push(deserialize(probe, serialize(probe, handles[0])));
    for (const handle of handles) probe.query('freeState', String(handle), (c) => c.freeState(handle));
  });
}

function resets(probe: Probe, n: number): void {
  times(n, () => beginAgain(probe));
}

/** After an error there is nothing to terminate, before it is reset. */
function errors(probe: Probe, n: number): void {
  times(n, () => {
    if (provokeError(probe) === undefined) throw new RuleSkipped(diesOfError);
  });
  beginAgain(probe);
}

function beginAgain(probe: Probe): void {
  probe.requireCall('reset');
  probe.goToPhase(running(probe.target));
}
