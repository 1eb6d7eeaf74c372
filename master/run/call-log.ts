import { matches } from '../../fmu-sdk/check/glob-pattern.ts';
import { type CallTrace, tracedNames } from '../../fmu-sdk/host/traced-calls.ts';
import { requirePath } from '../../fmu-sdk/util/files/require-path.ts';
import { FileBeside } from '../../fmu-sdk/util/files/sidecar.ts';
import { nearest } from '../../fmu-sdk/util/nearest-name.ts';
import { nameText, printable } from '../../fmu-sdk/util/printable.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Observer, RunView } from '../observe/observer.ts';
import type { CheckedSystem } from '../system/system.ts';

/** What of the calls of units goes to a file. */
export interface CallLogOptions {
  file: string;
  /** Names of calls, `*` for any text (`doStep`, `set*`, `message`); all when left out. */
  calls?: readonly string[] | undefined;
  /** Times between which calls are told [s]; the whole run when left out. */
  from?: number | undefined;
  to?: number | undefined;
}

const logKinds: OptionTable<CallLogOptions> = { file: 'path', calls: 'texts', from: 'number', to: 'number' };

/** Refuses what a caller without types takes for a log of calls, and one that nothing could stand in. */
export function requireLog(system: CheckedSystem, given: CallLogOptions | undefined): void {
  if (given === undefined) return;
  const what = `run ${system.name}: log`;
  requireOptions(what, given, logKinds);
  requirePath(`${what}: file`, given.file);
  if (given.calls !== undefined) requireCalls(`${what}: calls`, given.calls);
  requireWindow(what, system, given);
}

function requireCalls(what: string, calls: readonly string[]): void {
  if (calls.length === 0)
    throw new UserError(`${what}: no call is named. Name one, or leave it out for all.`);
  for (const each of calls) {
    const pattern = patternOf(each);
    if (!tracedNames.some((name) => matches(pattern, name.toLowerCase())))
      throw new UserError(
        `${what}: "${nameText(each)}" fits no call that is told. ${nearest(pattern.replaceAll('*', ''), tracedNames)}`,
      );
  }
}

/** Refuses times that are none, and between which nothing is called. */
function requireWindow(
  what: string,
  { startTime, stopTime }: CheckedSystem,
  { from, to }: CallLogOptions,
): void {
  for (const [name, time] of Object.entries({ from, to }))
    if (Number.isNaN(time))
      throw new UserError(`${what}: ${name} = NaN s is no time. Give a number of seconds, or leave it out.`);
  if (from === undefined) return;
  const run = `the run goes from ${startTime} s to ${stopTime} s`;
  const refuse = (why: string): never => {
    throw new UserError(
      `${what}: from = ${from} s${to === undefined ? '' : `, to = ${to} s`}: ${why}, and nothing would be told. Give other times, or leave them out.`,
    );
  };
  if (to !== undefined && to < from) refuse('it ends before it begins');
  if (from > stopTime || (to !== undefined && to < startTime)) refuse(run);
}

/** As calls are looked for by it: in small letters, without the version. */
const patternOf = (call: string): string => call.toLowerCase().replace(/^fmi[23](?=.)/, '');

/** Characters that are held back. */
const block = 65_536;

/** A file with a line for each call: time [s], unit, call with its operands and its status; with tabs between. */
export class CallLog implements CallTrace {
  private readonly out: FileBeside;
  private readonly patterns: readonly string[];
  private held = '';

  constructor(private readonly options: CallLogOptions) {
    const { file, calls = ['*'] } = options;
    this.patterns = calls.map(patternOf);
    this.out = new FileBeside('log', file);
    this.write('time\tunit\tcall');
  }

  wants(call: string, t: number): boolean {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = this.options;
    // What precedes the start is told where no window begins later.
    const inside = Number.isNaN(t) ? this.options.from === undefined : t >= from && t <= to;
    return inside && this.patterns.some((pattern) => matches(pattern, call.toLowerCase()));
  }

  write(line: string): void {
    this.held += `${line.split('\t').map(printable).join('\t')}\n`;
    if (this.held.length > block) this.flush();
  }

  /** @throws UserError the first time that it cannot be written */
  flush(): void {
    const text = Buffer.from(this.held);
    this.held = '';
    this.out.write(text);
  }

  close(): void {
    try {
      this.flush();
    } finally {
      this.out.close();
    }
  }

  /** Tells the steps of sealed units, which no function of FMI makes. */
  observe({ system, time }: RunView): Observer {
    const sealed = system.units.filter(({ binary }) => binary.form === 'core').map(({ name }) => name);
    // Where a step begins: the point before it, or, of a run that goes on, what H leaves.
    let point: number | undefined;
    return {
      start: () => {
        point = time();
      },
      step: (H) => {
        const t = point ?? time() - H;
        point = time();
        if (sealed.length > 0 && this.wants('doStep', t))
          for (const name of sealed) this.write(`${t}\t${name}\tdoStep(${t}, ${H})`);
      },
    };
  }
}
