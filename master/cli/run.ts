import type { Command } from './command.ts';
import { allowOption } from './permissions.ts';
import { interfaces, type RunArguments } from './run-arguments.ts';

export const runCommand: Command<RunArguments> = {
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
        describe: 'file of results to write, .csv, .parquet, .mat or .npy [default: results/<name>.csv]',
      })
      .option('record', {
        type: 'array',
        describe: 'variables of the CSV; --no-record writes none [default: all outputs]',
      })
      .option('use', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe:
          'JavaScript module with couplings, extrapolations, observers, sinks or integrators of your own',
      })
      .option('trust', {
        type: 'boolean',
        default: false,
        describe: 'run native code in this process: faster, but its crash ends all',
      })
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
      .option('require-signature', {
        type: 'string',
        array: true,
        describe:
          'run only units that are signed by a key of the ring, or by one of these (names in it, fingerprints)',
      })
      .option('key-ring', { type: 'string', describe: 'folder of the key ring [default: your own]' })
      .example(
        '$0 run systems/crane-single-force.json',
        'writes results/crane-single-force.csv and prints a summary',
      )
      .example('$0 run system.json -o run1.csv', 'names the result')
      .example('$0 run pump.fmu --stop-time 10 --set d=30[mm]', 'a single unit, its parameter d in mm')
      .example('$0 run car.ssp --step 0.001', 'a system structure package, with a communication step of 1 ms')
      .example('$0 run pump.fmu --input in.csv --record p q', 'driven by a file, two variables recorded')
      .example('$0 run car.ssp --require-signature alice', 'nothing that alice has not signed'),
  handler: async (args) => {
    const { runFile } = await import('./run-file.ts');
    await runFile(args);
  },
};
