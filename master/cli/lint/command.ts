import { printable } from '../../../fmu-sdk/util/printable.ts';
import { type Command, print, printError, text } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { requireUnitFolder } from '../input/input-kind.ts';

export const lintCommand: Command<{ folder: string[] }> = {
  command: 'lint <folder..>',
  describe: 'Check that sources mean the same in TypeScript and AssemblyScript',
  builder: (yargs) =>
    yargs
      .positional('folder', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'unit folders (with unit.json)',
      })
      .example('$0 lint my-filter', 'prints file, line, rule and fix of each finding'),
  handler: async ({ folder }) => {
    const { generateFields } = await import('../../../fmu-sdk/build/generate/field-names.ts');
    const { formatFinding } = await import('../../../fmu-sdk/build/lint/lint-unit.ts');
    const { lintFolders, warningsIn } = await import('../../../fmu-sdk/build/lint-folders.ts');
    for (const unit of folder) requireUnitFolder('lint', unit);
    const units = new Map(folder.map((unit) => [unit, generateFields(unit)]));
    const findings = lintFolders(units);
    const warnings = warningsIn(units);
    for (const finding of [...findings, ...warnings]) print(printable(formatFinding(finding)));
    if (warnings.length > 0)
      printError(`fmu: lint: ${warnings.length} warning${warnings.length > 1 ? 's' : ''}.`);
    if (findings.length > 0) {
      printError(`fmu: lint: ${findings.length} finding${findings.length > 1 ? 's' : ''}.`);
      process.exitCode = exitCode.findings;
      return;
    }
    if (warnings.length > 0) return;
    print(text`lint: no findings in ${folder.join(', ')}`);
  },
};
