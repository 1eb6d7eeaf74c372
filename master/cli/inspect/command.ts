import type { Command } from '../command.ts';
import { requireFmuFile } from '../input/input-kind.ts';
import { keyRingOption } from '../input/signature-options.ts';

interface Args {
  file: string;
  keyRing?: string;
  rollback: boolean;
  verbose: boolean;
  json: boolean;
  ports?: string;
}

export const inspectCommand: Command<Args> = {
  command: 'inspect <file>',
  describe: 'Print version, variables, terminals and binaries of an FMU',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: '.fmu file of FMI 1.0, 2.0 or 3.0',
      })
      .option('json', { type: 'boolean', default: false, describe: 'print the result as JSON' })
      .option('ports', {
        type: 'string',
        describe: 'CSV or JSON file to write with a row for each variable, for fmu edit --ports',
      })
      .option('rollback', {
        type: 'boolean',
        default: false,
        describe: 'run the first step and measure the cost of a rollback',
      })
      .option('verbose', {
        type: 'boolean',
        default: false,
        describe: 'list the parts of the sandbox for native code',
      })
      .option('key-ring', keyRingOption)
      .group(['json', 'ports', 'rollback', 'verbose', 'key-ring'], 'Options:')
      .example('$0 inspect dist/my-filter.fmu', 'runs nothing of the FMU')
      .example('$0 inspect dist/my-filter.fmu --json', 'full description, binaries with hashes')
      .example('$0 inspect dist/my-filter.fmu --ports ports.csv', 'table of variables to edit')
      .example('$0 inspect dist/my-filter.fmu --rollback', 'cost for schemes that repeat steps'),
  handler: async ({ file, keyRing, rollback, verbose, json, ports }) => {
    requireFmuFile('inspect', file);
    if (ports !== undefined) {
      const { writePorts } = await import('./write-ports.ts');
      return await writePorts(file, ports);
    }
    if (json) {
      const { inspectJson } = await import('./inspect-json.ts');
      return await inspectJson(file, { keyRing, rollback });
    }
    const { inspect } = await import('./handler.ts');
    await inspect(file, { keyRing, rollback, verbose });
  },
};
