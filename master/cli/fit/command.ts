import { type Command, print, printError, table, text } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';

interface Args {
  file: string;
  output?: string;
  json: boolean;
}

export const fitCommand: Command<Args> = {
  command: 'fit <file>',
  describe: 'Fit parameters of a system to measured data (fit.json)',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'fit.json' })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'common name of the result files: <output>.json, .csv [default: results/<name>]',
      })
      .option('json', { type: 'boolean', default: false, describe: 'print the result as JSON' })
      .group(['output', 'json'], 'Results:')
      .example('$0 fit fit.json', 'prints the parameters, and writes results/<name>.json and .csv')
      .example('$0 fit fit.json -o pump', 'writes pump.json and pump.csv')
      .epilog('Exit code 1: the search did not converge.'),
  // The FMUs run in this thread, which could not answer a signal. So the system ends the process.
  handler: search,
};

async function search({ file, output, json }: Args): Promise<void> {
  const { runFitBy } = await import('../../fit/run-fit.ts');
  const { watchedHere } = await import('../../run/worker/first-thread-watch.ts');
  const onIteration = (n: number, rms: number): void =>
    printError(`iteration ${n}: residual ${rms.toExponential(6)} deviations`);
  const result = await runFitBy(file, { output, onIteration }, watchedHere);
  const { parameters, rms, points, iterations, runs, ended, files } = result;
  if (ended !== 'converged') process.exitCode = exitCode.failed;
  for (const { name, bound } of parameters)
    if (bound !== '')
      printError(
        text`fmu: note: ${name} is at its bound "${bound}". A better value may lie beyond it. Widen the range, or keep the bound if the value is physical.`,
      );
  if (json) return print(JSON.stringify(result, undefined, 2));
  const number = (x: number | null): string => (x === null ? '–' : Number(x.toPrecision(6)).toString());
  const rows = parameters.map(({ name, value, deviation, bound }) => [
    name,
    number(value),
    `± ${number(deviation)}`,
    bound === '' ? '' : `at its bound "${bound}"`,
  ]);
  const end = ended === 'converged' ? 'converged' : 'not converged: raise "iterations"';
  print(
    [
      table([['parameter', 'value', 'deviation', ''], ...rows]),
      text`\nresidual ${rms.toPrecision(6)} deviations over ${points} points; ${iterations} iterations, ${runs} runs, ${end}`,
      ...files.map((item) => text`${item}`),
    ].join('\n'),
  );
}
