import { extname } from 'node:path';
import type { Argv } from 'yargs';
import type { Command } from '../command.ts';
import { exitOnSignals } from '../exit/signals.ts';
import { hiddenOptions, optionsByHeading } from './option-tables.ts';
import type { CheckOptions } from './options.ts';

export const checkCommand: Command<CheckOptions> = {
  command: 'check [files..]',
  describe: 'Check FMUs against FMI 1.0, 2.0 and 3.0',
  builder: (yargs) => {
    const program = yargs.positional('files', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: '.fmu files, folders of them, unpacked FMU folders, or modelDescription.xml files',
    });
    const tables = Object.entries(optionsByHeading);
    for (const options of [...tables.map(([, table]) => table), hiddenOptions])
      for (const [name, option] of Object.entries(options)) program.option(name, option);
    for (const [heading, options] of tables) program.group(Object.keys(options), heading);
    return program
      .example('$0 check dist/my-filter.fmu', 'prints findings and skipped rules')
      .example('$0 check a.fmu b.fmu --format sarif --output check.sarif', 'for code scanning')
      .example('$0 check x.fmu --json', 'for programs')
      .example('$0 check x.fmu --fail-on robustness', 'before a release')
      .example(
        '$0 check x.fmu --skip "order/forbidden-*" --timeout 60',
        'leaves out some rules, and stops after 60 s of CPU time',
      )
      .example('$0 check x.fmu --time 5min', 'tries random calls for the rest of 5 minutes')
      .example('$0 check x.fmu --waivers waivers.json --against last.json', 'every night')
      .example('$0 check --since origin/main --format sarif -o check.sarif', 'changes of a branch')
      .example('$0 check x.fmu --edition 2.0.3 --only archive', 'one edition, one area')
      .example('$0 check a-fmi2.fmu --same-as a-fmi3.fmu', 'compares two FMUs of one model')
      .example('$0 check x.fmu --reference result.csv --input in.csv --relative 1e-4', 'compares results')
      .example('$0 check --corpus fmus --json board.json', 'checks, runs and compares many FMUs')
      .example('$0 check --corpus fmus -o board.txt --relative 1e-4', 'writes the tables to a file')
      .example('$0 check --explain structure/output-complete', 'explains a rule')
      .epilog(
        'Exit code 3: the FMU has a violation, or a finding of a severity that --fail-on names. ' +
          'Also if a check could not run that --fail-on skip, --same-as or --reference asks for. ' +
          'Findings of --same-as and --reference count whatever their severity. ' +
          'Waived findings do not count, and with --against known findings do not count. ' +
          'With --corpus: one of these is true of any FMU, the check of an FMU did not finish, ' +
          'or an interface differs from its reference results. With --fail-on skip also if one did not run or its reference is not usable.',
      ) as Argv<CheckOptions>;
  },
  handler: async (options) => {
    if (options.corpus !== undefined || options.corpusChild) {
      const { runCorpusChild, runCorpus } = await import('./corpus-handler.ts');
      await exitOnSignals(() => (options.corpusChild ? runCorpusChild() : runCorpus(options)));
      return;
    }
    const { runCheck } = await import('./handler.ts');
    // It awaits calls of the FMU in this thread, which could not answer a signal meanwhile.
    await runCheck(byEnding(withJson(options)));
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

/** Formats of reports by the ending of their file. */
const formatsByEnding: Readonly<Record<string, CheckOptions['format']>> = {
  '.json': 'json',
  '.xml': 'junit',
  '.sarif': 'sarif',
  '.md': 'markdown',
};

/** Lets the ending of `--output` choose the format. An .html file is the page of `--report`. */
function byEnding(options: CheckOptions): CheckOptions {
  const { output, format, report } = options;
  if (output === undefined || format !== 'terminal') return options;
  const ending = extname(output).toLowerCase();
  const isPage = ending === '.html' || ending === '.htm';
  if (isPage && report === undefined) return { ...options, report: output, output: undefined };
  return { ...options, format: formatsByEnding[ending] ?? format };
}
