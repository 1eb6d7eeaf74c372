import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKey } from '../../../fmu-sdk/sign/new-key.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuEither } from '../../fmu-here.ts';
import { root } from '../../run-fmu.ts';

const folder = temporaryFolder('apart');
const unit = join(folder, 'unit.fmu');
copyFileSync(join(root, 'dist/hydraulic-actuator.fmu'), unit);
const rows = 'time,U_ref\n0,1\n1,2\n';
const file = (name: string, text = rows): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const inputs = file('in.csv');
const part = file('out.partial.csv');
const link = join(folder, 'link.csv');
symlinkSync(inputs, link);
const system = file(
  'system.json',
  JSON.stringify({
    name: 'driven',
    units: { a: { fmu: 'unit.fmu' } },
    connections: [],
    algorithm: { scheme: 'jacobi', step: 0.001 },
    inputs: 'driven.csv',
    stopTime: 0.01,
  }),
);
const driven = file('driven.csv', rows.replace('U_ref', 'a.U_ref'));
const other = join(folder, 'other.fmu');
copyFileSync(unit, other);
const expected = file('expected.csv');
const waivers = file('waivers.json', '{ "waivers": [] }');
const earlier = join(folder, 'earlier.json');
await fmuEither(['check', unit, '--static', '--format', 'json', '-o', earlier]);
const { privateFile } = createKey('alice', { output: join(folder, 'alice.private.pem'), keyRing: folder });

const run = (input: string, output: string): string[] => [
  'run',
  unit,
  '--stop-time',
  '0.01',
  '--input',
  input,
  '-o',
  output,
];

/** Command lines, and the input file that each would overwrite. */
const slips: readonly [title: string, args: string[], costs: string][] = [
  ['results would replace their input', run(inputs, inputs), inputs],
  ['results would replace their input by a link', run(inputs, link), inputs],
  ['partial results would replace their input', run(part, join(folder, 'out.csv')), part],
  ['results of a system would replace its input', ['run', system, '-o', driven], driven],
  ['a page would replace the FMU', ['check', unit, '--static', '--report', unit], unit],
  ['a report would replace the FMU', ['check', unit, '--static', '--format', 'json', '--output', unit], unit],
  ['a signature would replace the FMU', ['sign', unit, '--key', privateFile, '--detached', '-o', unit], unit],
  [
    'a signed FMU would replace the key',
    ['sign', unit, '--key', privateFile, '-o', privateFile],
    privateFile,
  ],
  ['a page would replace the other FMU', ['check', unit, '--same-as', other, '--report', other], other],
  [
    'a report would replace the expected results',
    ['check', unit, '--reference', expected, '--format', 'json', '-o', expected],
    expected,
  ],
  [
    'a report would replace the earlier report',
    ['check', unit, '--static', '--against', earlier, '--format', 'json', '-o', earlier],
    earlier,
  ],
  [
    'a scoreboard would replace the waivers',
    ['check', '--corpus', folder, '--waivers', waivers, '--json', waivers],
    waivers,
  ],
  ['a page of schemes would replace the FMU', ['compare-schemes', system, '-o', unit], unit],
  ['a table of schemes would replace the input', ['compare-schemes', system, '--csv', driven], driven],
  ['data of schemes would replace the system', ['compare-schemes', system, '--json', system], system],
  ['a scoreboard would replace an FMU', ['check', '--corpus', folder, '--json', unit], unit],
];

describe('an input file', () => {
  it.each(slips)('an input file survives if %s', async (_, args, costs) => {
    const before = readFileSync(costs);
    const { code, err } = await fmuEither(args);
    expect(err).toMatch(
      /^fmu: .+: this would replace .+, which is an input here\. Choose another output file\.\n$/,
    );
    expect(code).toBe(1);
    expect(readFileSync(costs).equals(before)).toBe(true);
  });

  it('a run permits output files beside its input, and missing files', () => {
    expect(() => requireDistinctPaths('write', join(folder, 'new.csv'), [inputs, unit])).not.toThrow();
    expect(() => requireDistinctPaths('write', '-', ['-'])).not.toThrow();
    expect(() => requireDistinctPaths('write', join(folder, 'a'), [join(folder, './a')])).toThrow(
      /would replace/,
    );
  });
});
