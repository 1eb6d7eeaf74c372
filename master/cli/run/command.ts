import type { Command } from '../command.ts';
import { allowOption, trustOption } from '../input/permission-options.ts';
import { keyRingOption } from '../input/signature-options.ts';
import { formerOption } from '../usage/renamed-options.ts';
import { interfaces, type RunArguments } from './options.ts';

export const runCommand: Command<RunArguments> = {
  command: 'run <file>',
  describe: 'Run a system of coupled FMUs, or a single FMU',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'system.json, .ssp, .ssd, OspSystemStructure.xml, .fmu, or .checkpoint',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        requiresArg: true,
        describe: 'file: .csv, .parquet, .mat, .npy [default: results/<name>.csv]',
      })
      .option('record', {
        type: 'array',
        describe: 'variables, such as "crane.*" (--no-record: none) [default: outputs]',
      })
      .option('output-interval', {
        type: 'number',
        describe: 'time between rows [s] [default: every communication step]',
      })
      .option('events', {
        type: 'boolean',
        describe:
          'also record before and after each event, for single FMUs and the scheme hybrid [default: on, except for co-simulation of a fmukit FMU]',
      })
      .option('summary', {
        type: 'boolean',
        default: false,
        describe: 'print min, max, mean and final value',
      })
      .option('report', {
        type: 'string',
        requiresArg: true,
        describe: 'HTML page to write: plots, block diagram, the runnable system',
      })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'print the run summary as JSON',
      })
      .option('substeps', {
        type: 'string',
        requiresArg: true,
        describe: 'CSV file for the substeps of adaptive, ecco and hybrid',
      })
      .option('own-steps', formerOption('substeps', 'string'))
      .option('stop-time', { type: 'number', describe: 'time at which the run ends [s]' })
      .option('step', { type: 'number', describe: 'communication step H [s]' })
      .option('set', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'name=value or name=value[unit]: start values (fmu.name=value in systems)',
      })
      .option('input', { type: 'string', describe: 'CSV file with time and inputs' })
      .option('start-time', { type: 'number', describe: 'time at which the run begins [s]' })
      .option('scheme', { type: 'string', describe: 'coupling scheme, such as jacobi or gauss-seidel' })
      .option('order', {
        type: 'number',
        choices: [0, 1, 2],
        describe: 'extrapolation order of all connections',
      })
      .option('interface', {
        choices: Object.keys(interfaces),
        describe: 'co-simulation, model exchange, scheduled execution',
      })
      .option('solver', {
        type: 'string',
        describe: 'auto, dopri5, radau5, bdf, euler, or one of --use [default: auto]',
      })
      .option('tolerance', { type: 'number', describe: 'relative tolerance of the solver' })
      .option('realtime', {
        type: 'string',
        requiresArg: false,
        describe: 'run in real time, or at this multiple of it',
      })
      .option('late', {
        choices: ['continue', 'stop'] as const,
        describe: 'reaction if late by a step [default: continue]',
      })
      .option('checkpoint', {
        type: 'string',
        requiresArg: true,
        describe: 'wall time between checkpoints (<output>.checkpoint): 10s, 5min',
      })
      .option('resume', {
        type: 'boolean',
        default: false,
        describe: 'continue from <file>, a checkpoint',
      })
      .option('step-by-step', {
        type: 'boolean',
        default: false,
        describe: 'read commands that step the run: next, help, …',
      })
      .option('record-calls', {
        type: 'string',
        requiresArg: true,
        describe: 'file to write: every FMI call and its result, for fmu replay',
      })
      .option('log', {
        type: 'string',
        requiresArg: true,
        describe: 'file to write: FMI calls and messages of FMUs, one a line',
      })
      .option('log-calls', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'with --log: only calls such as doStep, "set*", message [default: all]',
      })
      .option('log-from', { type: 'number', describe: 'with --log: start of the log [s]' })
      .option('log-to', { type: 'number', describe: 'with --log: end of the log [s]' })
      .option('use', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'JavaScript modules with custom schemes, solvers, observers, …',
      })
      .option('trust', trustOption)
      .option('allow', allowOption)
      .option('require-signature', {
        type: 'string',
        requiresArg: false,
        array: true,
        describe: 'only FMUs signed by a key of the ring (name, fingerprint)',
      })
      .option('key-ring', keyRingOption)
      .group(
        ['output', 'record', 'output-interval', 'events', 'summary', 'report', 'json', 'substeps'],
        'Results:',
      )
      .group(['stop-time', 'step', 'set', 'input', 'start-time'], 'Simulation:')
      .group(['scheme', 'order'], 'Only for systems:')
      .group(['interface', 'solver', 'tolerance'], 'Only for single FMUs:')
      .group(['realtime', 'late', 'checkpoint', 'resume', 'step-by-step'], 'Pace and checkpoints:')
      .group(['record-calls', 'log', 'log-calls', 'log-from', 'log-to'], 'Recording and replay:')
      .group(['use', 'trust', 'allow', 'require-signature', 'key-ring'], 'Custom and trusted code:')
      .example('$0 run chain.json', 'writes results/chain.csv')
      .example('$0 run pump.fmu --stop-time 10 --set d=30[mm]', 'a single FMU'),
  handler: async (args) => {
    const { runFile } = await import('./handler.ts');
    await runFile(args);
  },
};
