import { type CheckOptions, type Format, formats } from './check-options.ts';
import type { Command } from './command.ts';
import { allowOption } from './permissions.ts';
import { endedBySignals } from './signals.ts';

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
      .option('format', { choices: formats, default: 'terminal' as Format, describe: 'form of the report' })
      .option('output', { type: 'string', describe: 'file for the report, instead of the terminal' })
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
      .option('require-signature', {
        type: 'string',
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
        describe: 'of a corpus: file for the scoreboard; a run that was killed goes on',
      })
      .option('csv', {
        type: 'string',
        describe: 'of a corpus: file with a row for each rule that accuses a unit',
      })
      .option('jobs', { type: 'number', describe: 'of a corpus: units at once [default: one a processor]' })
      .option('corpus-child', { type: 'boolean', default: false, hidden: true })
      .example('$0 check dist/crane-single.fmu', 'findings, and what was not checked')
      .example('$0 check a.fmu b.fmu --format sarif --output check.sarif', 'for code scanning')
      .example('$0 check --corpus units --json board.json', 'what the rules say of many units')
      .example('$0 check --explain structure/output-complete', 'what a rule asks, and why')
      .epilog('Exit code 0: no violation was found; 1: a violation was found.'),
  handler: async (options) => {
    if (options.corpus !== undefined || options.corpusChild) {
      const { judgeForCorpus, runCorpus } = await import('./corpus-run.ts');
      await endedBySignals(() => (options.corpusChild ? judgeForCorpus() : runCorpus(options)));
      return;
    }
    const { runCheck } = await import('./check-run.ts');
    await endedBySignals(() => runCheck(options));
  },
};
