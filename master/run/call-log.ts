import { matches } from '../../fmu-sdk/conformance/glob.ts';
import { FileBeside } from '../../fmu-sdk/files/beside.ts';
import { requirePath } from '../../fmu-sdk/files/path.ts';
import type { CallTrace } from '../../fmu-sdk/host/traced-calls.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/options.ts';
import { printable } from '../../fmu-sdk/printable.ts';
import type { Observer, RunView } from '../observe/observer.ts';

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

/** Refuses what a caller without types takes for a log of calls. */
export function requireLog(system: string, given: CallLogOptions | undefined): void {
  if (given === undefined) return;
  const what = `run ${system}: log`;
  requireOptions(what, given, logKinds);
  requirePath(`${what}: file`, given.file);
}

/** Characters that are held back. */
const block = 65_536;

/** A file with a line for each call: time [s], unit, call with its operands and its status; with tabs between. */
export class CallLog implements CallTrace {
  private readonly out: FileBeside;
  private readonly patterns: readonly string[];
  private held = '';

  constructor(private readonly options: CallLogOptions) {
    const { file, calls = ['*'] } = options;
    this.patterns = calls.map((each) => each.toLowerCase().replace(/^fmi[23](?=.)/, ''));
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
    return {
      step: (H) => {
        const t = time();
        if (sealed.length > 0 && this.wants('doStep', t))
          for (const name of sealed) this.write(`${t}\t${name}\tdoStep(${t}, ${H})`);
      },
    };
  }
}
