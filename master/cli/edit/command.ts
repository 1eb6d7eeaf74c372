import { type Command, formatBytes, print, text } from '../command.ts';
import { requireFmuFile } from '../input/input-kind.ts';
import type { EditArguments } from './handler.ts';

/** An option that takes several texts. */
const list = (describe: string) =>
  ({ type: 'string', array: true, default: [] as string[], describe }) as const;
const number = (describe: string) => ({ type: 'number', requiresArg: true, describe }) as const;

export const editCommand: Command<EditArguments> = {
  command: 'edit <file>',
  describe: 'Rename, hide and describe variables, set defaults, drop and merge parts of an FMU',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: '.fmu file of FMI 2.0 or 3.0',
      })
      .option('rename', list('old=new: rename variables'))
      .option('hide', list('remove variables from the description. A parameter keeps its value'))
      .option('set', list('name=value or name=value[unit]: change start values of a fmukit FMU'))
      .option('describe', list('name=text: change descriptions. An empty text removes one'))
      .option('unit-of-measure', list('name=unit: declare units of measure. Values are not converted'))
      .option('drop', list('remove sources, documentation, extra, or the binaries of a platform'))
      .option('merge', list('FMUs of the same model, whose platforms are added'))
      .option('ports', {
        type: 'string',
        describe: 'CSV or JSON file of fmu inspect --ports, with changes to apply',
      })
      .option('start-time', number('time at which the default experiment begins [s]'))
      .option('stop-time', number('time at which the run ends in the default experiment [s]'))
      .option('step-size', number('communication step of the default experiment [s]'))
      .option('tolerance', number('relative tolerance of the solver in the default experiment'))
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: '.fmu to write',
      })
      .option('in-place', {
        type: 'boolean',
        default: false,
        describe: 'replace <file>',
      })
      .group(['rename', 'hide', 'set', 'describe', 'unit-of-measure', 'ports'], 'Variables:')
      .group(['start-time', 'stop-time', 'step-size', 'tolerance'], 'Default experiment:')
      .group(['drop', 'merge'], 'Parts:')
      .group(['output', 'in-place'], 'Output:')
      .example('$0 edit pump.fmu --rename u=U y=p -o b.fmu', 'renames two variables')
      .example('$0 edit pump.fmu --hide k --set k=2.5 -o b.fmu', 'fixes a parameter and hides it')
      .example('$0 edit pump.fmu --ports ports.csv -o b.fmu', 'applies an edited table')
      .example('$0 edit pump.fmu --drop sources win32 --in-place', 'removes sources and a platform')
      .example('$0 edit pump.fmu --merge win64.fmu -o b.fmu', 'joins platforms of one model')
      .epilogue('Nothing of the FMU runs. Value references and the instantiation token stay.'),
  handler: async (args) => {
    requireFmuFile('edit', args.file);
    const { edit } = await import('./handler.ts');
    const { file, bytes, lines } = await edit(args);
    print(text`${file}  ${formatBytes(bytes)}`);
    for (const line of lines) print(text`  ${line}`);
  },
};
