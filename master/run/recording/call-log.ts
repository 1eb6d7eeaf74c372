import { matchesGlob } from '../../../fmu-sdk/check/selection/glob-pattern.ts';
import { type CallTrace, tracedNames } from '../../../fmu-sdk/host/instance/traced-calls.ts';
import { requirePath } from '../../../fmu-sdk/util/files/require-path.ts';
import { SidecarFile } from '../../../fmu-sdk/util/files/sidecar.ts';
import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { printable, printableName } from '../../../fmu-sdk/util/printable.ts';
import { type OptionTable, requireOptions } from '../../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Observer, RunView } from '../../observe/observer.ts';
import type { CheckedSystem } from '../../system/system.ts';

/** Options of the log of FMI calls. */
export interface CallLogOptions {
  file: string;
  /** Names of calls, with `*` for any text (`doStep`, `set*`, `message`). Default: all. */
  calls?: readonly string[] | undefined;
  /** Time window of logged calls [s]. Default: the whole run. */
  from?: number | undefined;
  to?: number | undefined;
}

const logKinds: OptionTable<CallLogOptions> = { file: 'path', calls: 'texts', from: 'number', to: 'number' };

/** Validates the options of a call log. Refuses a log that would be empty. */
export function requireLog(system: CheckedSystem, options: CallLogOptions | undefined): void {
  if (options === undefined) return;
  const what = `run ${system.name}: log`;
  requireOptions(what, options, logKinds);
  requirePath(`${what}: file`, options.file);
  if (options.calls !== undefined) requireCalls(`${what}: calls`, options.calls);
  requireWindow(what, system, options);
}

function requireCalls(what: string, calls: readonly string[]): void {
  if (calls.length === 0)
    throw new UserError(`${what}: the list of calls is empty. Name a call, or remove the option to log all.`);
  for (const call of calls) {
    const pattern = patternOf(call);
    if (!tracedNames.some((name) => matchesGlob(pattern, name.toLowerCase())))
      throw new UserError(
        `${what}: "${printableName(call)}" does not match a logged call. ${nameHint(pattern.replaceAll('*', ''), tracedNames)}`,
      );
  }
}

/** Refuses NaN and a time window outside the run. */
function requireWindow(
  what: string,
  { startTime, stopTime }: CheckedSystem,
  { from, to }: CallLogOptions,
): void {
  for (const [name, time] of Object.entries({ from, to }))
    if (Number.isNaN(time)) throw new UserError(`${what}: ${name}: expected a number of seconds, got NaN s.`);
  if (from === undefined) return;
  const run = `the run goes from ${startTime} s to ${stopTime} s`;
  const refuse = (why: string): never => {
    throw new UserError(
      `${what}: from = ${from} s${to === undefined ? '' : `, to = ${to} s`}: ${why}, so the log would be empty. Change the times or remove them.`,
    );
  };
  if (to !== undefined && to < from) refuse('it ends before it begins');
  if (from > stopTime || (to !== undefined && to < startTime)) refuse(run);
}

/** Returns the name of a call for comparison: in lower case, without the FMI version. */
const patternOf = (call: string): string => call.toLowerCase().replace(/^fmi[23](?=.)/, '');

/** Size of the write buffer in characters. */
const block = 65_536;

/**
 * Log file with one line for each call, separated by tabs: time [s], unit, call with operands and
 * status.
 */
export class CallLog implements CallTrace {
  private readonly out: SidecarFile;
  private readonly patterns: readonly string[];
  private buffered = '';

  constructor(private readonly options: CallLogOptions) {
    const { file, calls = ['*'] } = options;
    this.patterns = calls.map(patternOf);
    this.out = new SidecarFile('log', file);
    this.write('time\tunit\tcall');
  }

  wants(call: string, t: number): boolean {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = this.options;
    // Calls before the start are logged unless the window has a lower bound.
    const inside = Number.isNaN(t) ? this.options.from === undefined : t >= from && t <= to;
    return inside && this.patterns.some((pattern) => matchesGlob(pattern, call.toLowerCase()));
  }

  write(line: string): void {
    this.buffered += `${line.split('\t').map(printable).join('\t')}\n`;
    if (this.buffered.length > block) this.flush();
  }

  /** @throws UserError at the first write error */
  flush(): void {
    const text = Buffer.from(this.buffered);
    this.buffered = '';
    this.out.write(text);
  }

  close(): void {
    try {
      this.flush();
    } finally {
      this.out.close();
    }
  }

  /** Logs the steps of fmukit FMUs, which run without FMI functions. */
  observe({ system, time }: RunView): Observer {
    const sealed = system.units.filter(({ binary }) => binary.form === 'core').map(({ name }) => name);
    // Start of the step: the previous point, or the present time minus H after resuming.
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
