import { failOnValues } from '../../../fmu-sdk/check/severity.ts';
import { editions } from '../../../fmu-sdk/check/standard/editions.ts';
import type { Command } from '../command.ts';
import { exitOnSignals } from '../exit/signals.ts';
import { allowOption } from '../input/permission-options.ts';
import { keyRingOption } from '../input/signature-options.ts';
import { formerOption } from '../usage/renamed-options.ts';
import { type CheckOptions, type Format, formats } from './options.ts';

export const checkCommand: Command<CheckOptions> = {
  command: 'check [files..]',
  describe: 'Check FMUs against FMI 2.0 and 3.0',
  builder: (yargs) =>
    yargs
      .positional('files', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: '.fmu files, unpacked FMU folders, or modelDescription.xml files',
      })
      .option('format', { choices: formats, default: 'terminal' as Format, describe: 'report format' })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'report file to write, instead of the terminal',
      })
      .option('report', {
        type: 'string',
        describe: 'HTML page to write: findings, coverage of the standard, plots of the runs',
      })
      .option('json', {
        type: 'string',
        requiresArg: false,
        describe:
          'print the report as JSON (with --corpus: file for the results, from which an interrupted check continues)',
      })
      .option('verbose', {
        type: 'boolean',
        default: false,
        describe: 'print all findings with their calls, and all skipped rules',
      })
      .option('only', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'run only these rules (id, pattern with *, or area), repeatable',
      })
      .option('skip', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'skip these rules (id, pattern with *, or area), repeatable',
      })
      .option('static', {
        type: 'boolean',
        default: false,
        describe: 'check only the files, without running the FMU',
      })
      .option('edition', {
        choices: editions,
        describe: 'edition of the FMI standard [default: the newest when the FMU was generated]',
      })
      .option('timeout', {
        type: 'number',
        describe: 'CPU time for one FMU [s], after which rules are skipped',
      })
      .option('since', {
        type: 'string',
        describe: 'check the .fmu files in and below this folder that differ from this git revision',
      })
      .option('fail-on', {
        choices: failOnValues,
        array: true,
        nargs: 1,
        describe: 'also fail on this severity, or on checks that could not run (skip)',
      })
      .option('waivers', {
        type: 'string',
        describe: 'JSON file of accepted findings, each with a reason and, optionally, a last day',
      })
      .option('against', {
        type: 'string',
        describe: 'earlier report (--format json), so that only new findings fail',
      })
      .option('same-as', {
        type: 'string',
        describe: 'other FMU of this model, for example for FMI 2.0, whose results must be equal',
      })
      .option('reference', {
        type: 'string',
        describe: 'CSV file of expected results: time, and a column for each variable',
      })
      .option('input', {
        type: 'string',
        describe: 'with --reference: CSV file with time and inputs',
      })
      .option('inputs', formerOption('input', 'string'))
      .option('relative', {
        type: 'number',
        describe:
          'with --reference: tolerance relative to the largest magnitude of a column [default: 0.001]',
      })
      .option('tolerance', formerOption('relative', 'number'))
      .option('list', { type: 'boolean', default: false, describe: 'print the catalogue of rules' })
      .option('explain', { type: 'string', describe: 'explain a rule: its clause, with examples' })
      .option('corpus', {
        type: 'string',
        describe: 'folder of FMUs: check each in its own process and print a table by exporter',
      })
      .option('csv', {
        type: 'string',
        describe: 'with --corpus: file with a row for each rule that an FMU violates',
      })
      .option('jobs', {
        type: 'number',
        describe: 'with --corpus: number of processes [default: number of processors]',
      })
      .option('corpus-child', { type: 'boolean', default: false, hidden: true })
      .option('allow', allowOption)
      .option('require-signature', {
        type: 'string',
        requiresArg: false,
        array: true,
        describe: 'check only FMUs signed by a key of the ring (name, fingerprint)',
      })
      .option('key-ring', keyRingOption)
      .group(['format', 'output', 'report', 'json', 'verbose'], 'Report:')
      .group(['only', 'skip', 'static', 'edition', 'timeout', 'since'], 'Selection:')
      .group(['fail-on', 'waivers', 'against'], 'Exit code:')
      .group(['same-as', 'reference', 'input', 'relative'], 'Comparison of results:')
      .group(['list', 'explain'], 'Rules:')
      .group(['corpus', 'csv', 'jobs'], 'Many FMUs:')
      .group(['allow', 'require-signature', 'key-ring'], 'Trusted code:')
      .example('$0 check dist/my-filter.fmu', 'prints findings and skipped rules')
      .example('$0 check a.fmu b.fmu --format sarif --output check.sarif', 'for code scanning')
      .example('$0 check x.fmu --json', 'for programs')
      .example('$0 check x.fmu --fail-on robustness', 'before a release')
      .example(
        '$0 check x.fmu --skip "order/forbidden-*" --timeout 60',
        'leaves out some rules, and stops after 60 s of CPU time',
      )
      .example('$0 check x.fmu --waivers waivers.json --against last.json', 'every night')
      .example('$0 check --since origin/main --format sarif -o check.sarif', 'changes of a branch')
      .example('$0 check x.fmu --edition 2.0.3 --only archive', 'one edition, one area')
      .example('$0 check a-fmi2.fmu --same-as a-fmi3.fmu', 'compares two FMUs of one model')
      .example('$0 check x.fmu --reference result.csv --input in.csv --relative 1e-4', 'compares results')
      .example('$0 check --corpus fmus --json results.json', 'statistics of many FMUs')
      .example('$0 check --explain structure/output-complete', 'explains a rule')
      .epilog(
        'Exit code 3: the FMU has a violation, or a finding of a severity that --fail-on names. ' +
          'Also if a check could not run that --fail-on skip, --same-as or --reference asks for. ' +
          'Findings of --same-as and --reference count whatever their severity. ' +
          'Waived findings do not count, and with --against known findings do not count. ' +
          'With --corpus: one of these is true of any FMU, or the check of an FMU did not finish.',
      ),
  handler: async (options) => {
    if (options.corpus !== undefined || options.corpusChild) {
      const { runCorpusChild, runCorpus } = await import('./corpus-handler.ts');
      await exitOnSignals(() => (options.corpusChild ? runCorpusChild() : runCorpus(options)));
      return;
    }
    const { runCheck } = await import('./handler.ts');
    await exitOnSignals(() => runCheck(withJson(options)));
  },
};

/**
 * Treats `--json` as a report format. yargs reads the first file as the value of `--json`.
 */
function withJson(options: CheckOptions): CheckOptions {
  const { json, files } = options;
  if (json === undefined) return options;
  return { ...options, format: 'json', files: json === '' ? files : [json, ...files] };
}
