import { resolve } from 'node:path';
import { someNames, withNoun } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { LinearModel } from '../../linearize/linearize-system.ts';
import { type Command, print, printError, table, text } from '../command.ts';
import { trustOption } from '../input/permission-options.ts';

interface Args {
  file: string;
  time?: number;
  set?: string[];
  input?: string;
  solver?: string;
  tolerance?: number;
  differences: boolean;
  trust: boolean;
  output?: string;
  json: boolean;
}

export const linearizeCommand: Command<Args> = {
  command: 'linearize <file>',
  describe: 'Print the matrices A, B, C, D of a model-exchange FMU',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: '.fmu with model exchange' })
      .option('time', {
        type: 'number',
        describe: 'operating point: time to which the FMU is run [s] [default: start time]',
      })
      .option('set', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'name=value or name=value[unit], such as d=30[mm]',
      })
      .option('input', { type: 'string', describe: 'CSV file with time and inputs' })
      .option('solver', {
        type: 'string',
        describe: 'auto, dopri5, radau5, bdf, euler [default: auto]',
      })
      .option('tolerance', { type: 'number', describe: 'relative tolerance of the solver' })
      .option('differences', {
        type: 'boolean',
        default: false,
        describe: 'use difference quotients, not the directional derivatives of the FMU',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'file to write: .json, or .mat (MATLAB) with A, B, C, D and names',
      })
      .option('json', { type: 'boolean', default: false, describe: 'print the result as JSON' })
      .option('trust', trustOption)
      .group(['time', 'set', 'input', 'solver', 'tolerance', 'differences'], 'Operating point:')
      .group(['output', 'json'], 'Results:')
      .group(['trust'], 'Trusted code:')
      .example('$0 linearize pump.fmu', 'at the start time')
      .example('$0 linearize pump.fmu --time 2 --set d=30[mm]', 'at t = 2 s')
      .example('$0 linearize pump.fmu --time 2 -o pump.mat', 'for MATLAB, Octave, scipy.io.loadmat'),
  // The FMU runs in this thread, which could not answer a signal. So the system ends the process.
  handler: show,
};

async function show(args: Args): Promise<void> {
  const { linearizeBy } = await import('../../linearize/linearize-system.ts');
  const { watchedHere } = await import('../../run/worker/first-thread-watch.ts');
  const { file, trust: trusted, output, input, json } = args;
  const { time, set, solver, tolerance, differences } = args;
  const options = {
    ...{ time, set, solver, tolerance, differences, trusted },
    input: input === undefined ? undefined : resolve(input),
  };
  const model = await linearizeBy(file, options, watchedHere<LinearModel>);
  if (output !== undefined) await write(output, model, file);
  if (model.corrected.length > 0)
    printError(
      text`fmu: note: the directional derivatives of ${someNames(model.corrected)} contradict difference quotients, so their rows hold the differences. Tell the author of the FMU.`,
    );
  if (json) print(JSON.stringify(model, undefined, 2));
  else print(summary(model));
  if (output !== undefined && !json) print(text`\n${output}`);
}

async function write(output: string, model: LinearModel, file: string): Promise<void> {
  const { requireDistinctPaths } = await import('../../../fmu-sdk/util/files/distinct-paths.ts');
  const { writeAtomically } = await import('../../../fmu-sdk/util/files/atomic-write.ts');
  requireDistinctPaths('linearize', output, [file]);
  if (/\.json$/i.test(output)) writeAtomically(output, `${JSON.stringify(model, undefined, 2)}\n`);
  else if (/\.mat$/i.test(output)) {
    const { linearMat } = await import('../../linearize/linear-model-mat.ts');
    writeAtomically(output, linearMat(model));
  } else throw new UserError(`linearize ${file}: expected an output file .json or .mat, got ${output}.`);
}

function summary(model: LinearModel): string {
  const { states, inputs, outputs, time, by, deviation } = model;
  const parts = [
    matrix('A', states, states, model.A),
    matrix('B', states, inputs, model.B),
    matrix('C', outputs, states, model.C),
    matrix('D', outputs, inputs, model.D),
  ].filter((part) => part !== '');
  const compared =
    deviation === null
      ? ''
      : `, differences deviate by ${deviation.toExponential(1)} of the largest entry of a row`;
  return [
    `at t = ${time} s: ${withNoun(states.length, 'state')}, ${withNoun(inputs.length, 'input')}, ${withNoun(outputs.length, 'output')}, by ${by}${compared}`,
    ...parts,
  ].join('\n\n');
}

function matrix(
  name: string,
  rows: readonly string[],
  columns: readonly string[],
  values: readonly (readonly number[])[],
): string {
  if (rows.length === 0 || columns.length === 0) return '';
  const cells = values.map((row, i) => [rows[i], ...row.map((x) => String(Number(x.toPrecision(9))))]);
  return table(
    [[name, ...columns], ...cells],
    columns.map((_, k) => k + 1),
  );
}
