import type { Command } from '../command.ts';
import type { PackArguments } from './handler.ts';

export const packCommand: Command<PackArguments> = {
  command: 'pack <file>',
  describe: 'Turn a system of FMUs into one FMU, sealed unless it contains binaries',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'system.json, .ssp, .ssd or OspSystemStructure.xml',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        demandOption: true,
        describe: '.fmu to write. Its name is the name of the FMU',
      })
      .option('fmi', {
        type: 'number',
        array: true,
        choices: [2, 3],
        default: [3],
        describe: 'FMI versions (2 writes <name>-fmi2.fmu and needs native binaries)',
      })
      .option('native', {
        type: 'string',
        requiresArg: false,
        array: true,
        describe:
          'add native binaries for x86_64-linux, aarch64-linux, x86_64-windows, x86_64-darwin, aarch64-darwin [default: all with an installed compiler]',
      })
      .option('include-third-party', {
        type: 'boolean',
        describe:
          'contain FMUs of other tools, if you may pass them on: compiled from their C sources, or as binaries',
      })
      .option('check', {
        type: 'boolean',
        default: true,
        describe: 'check the FMU by all rules of fmu check before it is written (--no-check: skip)',
      })
      .group(['include-third-party', 'check'], 'Contents:')
      .group(['output', 'fmi', 'native'], 'Output:')
      .example('$0 pack plant.json -o plant.fmu', 'one sealed FMU of FMI 3.0')
      .example('$0 pack plant.json -o plant.fmu --native', 'with native binaries for other tools')
      .example('$0 pack plant.json -o plant.fmu --native --fmi 2 3', 'also as FMI 2.0')
      .epilogue(
        'The section "interface" of the system says what the FMU exposes. Default: inputs without a connection, parameters that the system sets, recorded outputs.',
      ),
  handler: async (args) => {
    const { pack } = await import('./handler.ts');
    await pack(args);
  },
};
