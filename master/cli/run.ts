import { extname, resolve } from 'node:path';
import { UserError } from '../../fmu-sdk/error.ts';
import type { InterfaceKind } from '../../fmu-sdk/host/calls.ts';
import { SystemRunner } from '../run/runner.ts';
import { openSsp } from '../ssp/open.ts';
import { loadSystem, resolveSystem } from '../system/load.ts';
import { singleSystem } from '../system/single.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type Command, print } from './command.ts';
import { showProgress } from './progress.ts';
import { summary } from './summary.ts';

interface Args {
  file: string;
  output?: string;
  record?: (string | number)[];
  trust: boolean;
  interface?: string;
  solver?: string;
  tolerance?: number;
  startTime?: number;
  stopTime?: number;
  step?: number;
  set?: string[];
  input?: string;
}

/** Options that a system file says itself. */
const singleOnly = [
  'interface',
  'solver',
  'tolerance',
  'startTime',
  'stopTime',
  'step',
  'set',
  'input',
] as const;

/** Those of them that SSP leaves open. */
const times: readonly string[] = ['startTime', 'stopTime', 'step'];

const interfaces: Record<string, InterfaceKind> = {
  cs: 'coSimulation',
  me: 'modelExchange',
  se: 'scheduledExecution',
};

export const runCommand: Command<Args> = {
  command: 'run <file>',
  describe: 'Run a system of coupled units (system.json, .ssp, .ssd) or a single unit (.fmu)',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'a system.json, .ssp, .ssd or .fmu',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'CSV file to write [default: results/<name>.csv]',
      })
      .option('record', {
        type: 'array',
        describe: 'variables of the CSV; --no-record writes none [default: all outputs]',
      })
      .option('trust', {
        type: 'boolean',
        default: false,
        describe: 'run native code in this process: faster, but its crash ends all',
      })
      .option('interface', {
        choices: Object.keys(interfaces),
        describe: 'of an .fmu: co-simulation, model exchange or scheduled execution',
      })
      .option('solver', { type: 'string', describe: 'of an .fmu in model exchange: its integrator' })
      .option('tolerance', { type: 'number', describe: 'of an .fmu: relative tolerance' })
      .option('start-time', { type: 'number', describe: 'of an .fmu or .ssp [s]' })
      .option('stop-time', { type: 'number', describe: 'of an .fmu or .ssp [s]' })
      .option('step', { type: 'number', describe: 'of an .fmu or .ssp: communication step [s]' })
      .option('set', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'of an .fmu: name=value or name=value[unit], again for more',
      })
      .option('input', { type: 'string', describe: 'of an .fmu: CSV file with time and its inputs' })
      .example(
        '$0 run systems/crane-single-force.json',
        'writes results/crane-single-force.csv and prints a summary',
      )
      .example('$0 run system.json -o run1.csv', 'names the result')
      .example('$0 run pump.fmu --stop-time 10 --set d=30[mm]', 'a single unit, its parameter d in mm')
      .example('$0 run car.ssp --step 0.001', 'a system structure package, with a communication step of 1 ms')
      .example('$0 run pump.fmu --input in.csv --record p q', 'driven by a file, two variables recorded'),
  handler: async (args) => {
    const { system, dispose } = await systemOf(args);
    for (const { name, passedOver } of system.units)
      if (passedOver !== undefined)
        process.stderr.write(`${name} runs its native code, not its component: ${passedOver}\n`);
    const csv = recording(args) === false ? undefined : (args.output ?? `results/${system.name}.csv`);
    const runner = new SystemRunner();
    const progress = showProgress(system.stopTime - system.startTime);
    const onInterrupt = (): void => runner.interrupt();
    process.once('SIGINT', onInterrupt);
    try {
      const result = await runner.run(system, { csv, onProgress: progress.update });
      progress.stop();
      print(summary(result));
      if (result.outcome === 'interrupted') {
        print(`\ninterrupted at t = ${result.time} s of ${system.stopTime} s`);
        process.exitCode = 130;
      }
    } finally {
      progress.stop();
      process.off('SIGINT', onInterrupt);
      await runner.dispose();
      dispose();
    }
  },
};

/** A system, and what gives back what it holds when the run is over. */
interface Opened {
  system: CheckedSystem;
  dispose(): void;
}

async function systemOf(args: Args): Promise<Opened> {
  const { file, trust: trusted } = args;
  const record = recording(args);
  const dispose = (): void => {};
  const kind = extname(file).toLowerCase();
  if (kind === '.fmu') {
    const system = await singleSystem(file, {
      ...args,
      kind: args.interface === undefined ? undefined : interfaces[args.interface],
      trusted,
      input: args.input === undefined ? undefined : resolve(args.input),
      record: record === false ? undefined : record,
    });
    return { system, dispose };
  }
  const ssp = kind === '.ssp' || kind === '.ssd';
  const alien = singleOnly.find((option) => args[option] !== undefined && !(ssp && times.includes(option)));
  if (alien !== undefined || (Array.isArray(record) && !ssp))
    throw new UserError(
      `run ${file}: --${alien ?? 'record'} is for a single .fmu. A system says this in its file.`,
    );
  if (!ssp) return { system: await loadSystem(file, { trusted }), dispose };
  const opened = await openSsp(file, args);
  try {
    if (Array.isArray(record)) opened.system.record = { ...opened.system.record, variables: record };
    const { unitFiles } = opened;
    const system = await resolveSystem(opened.system, file, { trusted, unitFiles, where: () => file });
    return { system, dispose: opened.dispose };
  } catch (error) {
    opened.dispose();
    throw error;
  }
}

/** Variables to record; undefined for all outputs, false for none (`--no-record`). */
function recording({ record }: Args): string[] | false | undefined {
  // yargs reads --no-record as [false].
  if ((record as unknown[] | undefined)?.includes(false)) return false;
  return record?.map(String);
}
