import type { Command } from '../command.ts';
import { allowOption, trustOption } from '../input/permission-options.ts';
import { interfaces, type RunArguments } from './options.ts';

export const runCommand: Command<RunArguments> = {
  command: 'run <file>',
  describe:
    'Run a system of coupled units (system.json, .ssp, .ssd, OspSystemStructure.xml) or a single unit (.fmu)',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'a system.json, .ssp, .ssd, OspSystemStructure.xml or .fmu; with --resume a .checkpoint',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        requiresArg: true,
        describe: 'file of results to write, .csv, .parquet, .mat or .npy [default: results/<name>.csv]',
      })
      .option('record', {
        type: 'array',
        describe:
          'variables of the results, "*" in a name for any text; --no-record writes none [default: all outputs]',
      })
      .option('events', {
        type: 'boolean',
        describe:
          'of an .fmu, and with the scheme hybrid: rows of the results at events too, before and after each (--no-events: at communication points alone) [default: but for co-simulation of a unit of fmukit]',
      })
      .option('realtime', {
        type: 'string',
        requiresArg: false,
        describe: 'go with the clock on the wall, or by this factor faster than it; says how late steps were',
      })
      .option('late', {
        choices: ['continue', 'stop'] as const,
        describe: 'with --realtime: what becomes of a run that is a whole step late [default: continue]',
      })
      .option('checkpoint', {
        type: 'string',
        requiresArg: true,
        describe:
          'keep the whole run beside its results (<output>.checkpoint) each time so much wall time has passed: 10s, 5min',
      })
      .option('resume', {
        type: 'boolean',
        default: false,
        describe: 'go on from a checkpoint, as the run was begun, behind the rows in x.partial.csv',
      })
      .option('step-by-step', {
        type: 'boolean',
        default: false,
        describe: 'go on as told line by line (help): next, run to, print, set, back; by a pipe too',
      })
      .option('summary', {
        type: 'boolean',
        default: false,
        describe: 'print what each recorded variable came to: min, max, mean over time, final',
      })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'print what the run came to as JSON, for programs',
      })
      .option('own-steps', {
        type: 'string',
        requiresArg: true,
        describe:
          'CSV file for the steps that the schemes adaptive and ecco make of their own: time, size, error, whether it stood',
      })
      .option('report', {
        type: 'string',
        requiresArg: true,
        describe:
          'page (.html) to write with plots, block diagram and the system itself, which runs in it again',
      })
      .option('log', {
        type: 'string',
        requiresArg: true,
        describe: 'file for the calls of units and for their messages, a line each',
      })
      .option('log-calls', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'with --log: names of calls, "*" for any text: doStep, "set*", message [default: all]',
      })
      .option('log-from', { type: 'number', describe: 'with --log: calls from this time on [s]' })
      .option('log-to', { type: 'number', describe: 'with --log: calls up to this time [s]' })
      .option('record-calls', {
        type: 'string',
        requiresArg: true,
        describe: 'file for every call of a unit with its answer, which fmu replay goes through again',
      })
      .option('use', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe:
          'JavaScript module with couplings, extrapolations, observers, sinks or integrators of your own',
      })
      .option('trust', trustOption)
      .option('allow', allowOption)
      .option('interface', {
        choices: Object.keys(interfaces),
        describe: 'of an .fmu: co-simulation, model exchange or scheduled execution',
      })
      .option('solver', {
        type: 'string',
        describe:
          'of an .fmu in model exchange: auto, dopri5, radau5, bdf, euler, or one of --use [default: auto]',
      })
      .option('tolerance', { type: 'number', describe: 'of an .fmu: relative tolerance of its solver' })
      .option('start-time', { type: 'number', describe: 'when the run begins [s]' })
      .option('stop-time', { type: 'number', describe: 'when it ends [s]' })
      .option('step', { type: 'number', describe: 'communication step [s]' })
      .option('output-interval', {
        type: 'number',
        describe: 'time between rows of the results [s] [default: a row a step]',
      })
      .option('order', {
        type: 'number',
        choices: [0, 1, 2],
        describe: 'of a system: order of extrapolation of all connections',
      })
      .option('scheme', {
        type: 'string',
        describe: 'of a system: coupling scheme, such as jacobi or gauss-seidel',
      })
      .option('set', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe:
          'name=value or name=value[unit], such as d=30[mm] or "d=30 mm", of a system unit.name=value; again for more',
      })
      .option('input', { type: 'string', describe: 'CSV file with time and inputs' })
      .option('require-signature', {
        type: 'string',
        requiresArg: false,
        array: true,
        describe:
          'run only units that are signed by a key of the ring, or by one of these (names in it, fingerprints)',
      })
      .option('key-ring', { type: 'string', describe: 'folder of the key ring [default: your own]' })
      .example('$0 run chain.json', 'writes results/chain.csv and prints a summary')
      .example('$0 run system.json -o run1.csv', 'names the result')
      .example(
        '$0 run system.json --step 0.001 --set a.d=30[mm] --record a.*',
        'otherwise than its file says',
      )
      .example(
        '$0 run system.json --report page.html',
        'one page for a browser, in which the system runs again',
      )
      .example('$0 run rig.json --realtime --late stop', 'with the clock; 2 behind it: twice as fast')
      .example('$0 run night.json --checkpoint 10s', 'a run that may be killed')
      .example('$0 run --resume results/night.checkpoint', 'and how it goes on: with the same bytes')
      .example('$0 run pump.fmu --summary', 'a table of the results, with curves on a terminal')
      .example('$0 run pump.fmu --log calls.txt --log-calls doStep', 'what it was asked, and said')
      .example('$0 run pump.fmu --record-calls pump.calls', 'each call and answer, for fmu replay')
      .example('$0 run pump.fmu --step-by-step', 'by hand: next, run to 2.5, print, set, back')
      .example('$0 run car.json --own-steps steps.csv', 'how large its steps were')
      .example('$0 run pump.fmu --stop-time 10 --set d=30[mm]', 'a single unit, its parameter d in mm')
      .example('$0 run car.ssp --step 0.001', 'a system structure package, with a communication step of 1 ms')
      .example('$0 run pump.fmu --input in.csv --record p q', 'driven by a file, two variables recorded')
      .example('$0 run car.ssp --require-signature alice', 'nothing that alice has not signed'),
  handler: async (args) => {
    const { runFile } = await import('./handler.ts');
    await runFile(args);
  },
};
