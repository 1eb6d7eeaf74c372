import { failures } from '../../../fmu-sdk/check/severity.ts';
import { editions } from '../../../fmu-sdk/check/standard/editions.ts';
import type { Command } from '../command.ts';
import { endedBySignals } from '../exit/signals.ts';
import { allowOption } from '../input/permission-options.ts';
import { formerName } from '../usage/renamed-options.ts';
import { type CheckOptions, type Format, formats } from './options.ts';

export const checkCommand: Command<CheckOptions> = {
  command: 'check [files..]',
  describe: 'Check units against FMI 2.0 and 3.0: what was checked, what was not, where and why',
  builder: (yargs) =>
    yargs
      .positional('files', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: '.fmu files, folders with the files of one, or bare modelDescription.xml',
      })
      .option('since', {
        type: 'string',
        describe: 'check the .fmu files here and below that differ from this revision of git',
      })
      .option('format', { choices: formats, default: 'terminal' as Format, describe: 'form of the report' })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'file for the report, instead of the terminal',
      })
      .option('report', {
        type: 'string',
        describe: 'file for an HTML page of it all: findings, coverage of the standard, plots of the runs',
      })
      .option('static', {
        type: 'boolean',
        default: false,
        describe: 'look at the files alone and run nothing of the unit',
      })
      .option('allow', allowOption)
      .option('list', { type: 'boolean', default: false, describe: 'print the catalogue of rules' })
      .option('explain', { type: 'string', describe: 'explain a rule: its clause, with examples' })
      .option('verbose', {
        type: 'boolean',
        default: false,
        describe:
          'on a terminal: every finding with the calls that led to it, and every rule that was not run',
      })
      .option('edition', {
        choices: editions,
        describe: 'judge by this edition of FMI, in place of the last one before the unit was generated',
      })
      .option('only', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'ask these rules alone: an id, a pattern with *, an area; may be repeated',
      })
      .option('skip', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'leave out these rules, in the same way',
      })
      .option('fail-on', {
        choices: failures,
        array: true,
        nargs: 1,
        describe: 'fail not by violations alone: by this class too, or by what could not be checked (skip)',
      })
      .option('timeout', {
        type: 'number',
        describe: 'CPU time that the check of one unit may take [s]; rules that are left then are skipped',
      })
      .option('waivers', {
        type: 'string',
        describe: 'JSON file of findings that are known and accepted, each with a reason and a last day',
      })
      .option('against', {
        type: 'string',
        describe: 'an earlier report (--format json) to compare with: only what is new fails the check',
      })
      .option('same-as', {
        type: 'string',
        describe:
          'another unit of the same model, whose results this one has to have (of FMI 2.0, of FMI 3.0)',
      })
      .option('reference', {
        type: 'string',
        describe: 'CSV file of results that the unit has to meet: time, and a column for each variable',
      })
      .option('input', {
        type: 'string',
        describe: 'with --reference: CSV file with time and inputs of that run',
      })
      .option('inputs', formerName('input', 'string'))
      .option('relative', {
        type: 'number',
        describe:
          'with --reference: what values may differ by, as a share of the largest magnitude of their column [default: 0.001]',
      })
      .option('tolerance', formerName('relative', 'number'))
      .option('require-signature', {
        type: 'string',
        requiresArg: false,
        array: true,
        describe: 'check only units that are signed by a key of the ring, or by one of these',
      })
      .option('key-ring', { type: 'string', describe: 'folder of the key ring [default: your own]' })
      .option('corpus', {
        type: 'string',
        describe: 'folder of units: check each in a process of its own and print a scoreboard by exporter',
      })
      .option('json', {
        type: 'string',
        requiresArg: false,
        describe:
          'print the report as JSON, as --format json does; of a corpus: file for the scoreboard; a run that was killed goes on',
      })
      .option('csv', {
        type: 'string',
        describe: 'of a corpus: file with a row for each rule that accuses a unit',
      })
      .option('jobs', { type: 'number', describe: 'of a corpus: units at once [default: one a processor]' })
      .option('corpus-child', { type: 'boolean', default: false, hidden: true })
      .example('$0 check dist/my-filter.fmu', 'findings, and what was not checked')
      .example('$0 check a.fmu b.fmu --format sarif --output check.sarif', 'for code scanning')
      .example('$0 check x.fmu --json', 'for programs')
      .example('$0 check x.fmu --fail-on robustness --fail-on skip', 'before a release')
      .example('$0 check x.fmu --skip "order/forbidden-*" --timeout 60', 'in less time')
      .example('$0 check x.fmu --waivers waivers.json --against last.json', 'every night')
      .example('$0 check --since origin/main --format sarif -o check.sarif', 'what a branch changes')
      .example('$0 check x.fmu --edition 2.0.3 --only archive', 'by one edition, one area')
      .example('$0 check a-fmi2.fmu --same-as a-fmi3.fmu', 'one model, two units: do they compute the same?')
      .example(
        '$0 check x.fmu --reference result.csv --input in.csv --relative 1e-4',
        'by results that you have',
      )
      .example('$0 check --corpus units --json board.json', 'what the rules say of many units')
      .example('$0 check --explain structure/output-complete', 'what a rule asks, and why')
      .epilog(
        'Exit code 3: a violation, a finding of a class that --fail-on names, or something that could not be checked, with --fail-on skip or where --same-as or --reference asks for it. What these two find fails the check whatever its class. What is waived, or not new with --against, does not fail. With --corpus: that of any unit, or that one was not checked to its end.',
      ),
  handler: async (options) => {
    if (options.corpus !== undefined || options.corpusChild) {
      const { judgeForCorpus, runCorpus } = await import('./corpus-handler.ts');
      await endedBySignals(() => (options.corpusChild ? judgeForCorpus() : runCorpus(options)));
      return;
    }
    const { runCheck } = await import('./handler.ts');
    await endedBySignals(() => runCheck(withJson(options)));
  },
};

/** `--json` as a form of the report: what follows it is the first of the files. */
function withJson(options: CheckOptions): CheckOptions {
  const { json, files } = options;
  if (json === undefined) return options;
  return { ...options, format: 'json', files: json === '' ? files : [json, ...files] };
}
