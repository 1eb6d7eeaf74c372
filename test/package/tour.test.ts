import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';
import { fmuIn, install, installed, output } from './installed.ts';
import { once } from './once.ts';

let folder: string;
beforeAll(async () => {
  folder = await installed();
});

/** Downloads another release of Node, or returns the reason why it is missing. */
async function nodeOf(major: number): Promise<string | { missing: string }> {
  const name = `node-${process.platform}-${process.arch}`;
  try {
    const to = await once(`node-${major}`, (into) => install(into, [`${name}@${major}`]));
    const program = join(to, 'node_modules', name, 'bin/node');
    return output(program, ['--version'], to).startsWith(`v${major}.`) ? program : { missing: name };
  } catch (error) {
    return { missing: String(error).split('\n')[0] };
  }
}

/** The tour's commands, and the first results of its system. */
function tour(node: string): string {
  expect(fmuIn(folder, ['test', 'my-filter'], node)).toMatch(/equal bit for bit/);
  // This Node built the package when the folder was created.
  if (node !== process.execPath)
    expect(fmuIn(folder, ['build', 'my-filter'], node)).toContain('dist/my-filter.fmu');
  expect(fmuIn(folder, ['inspect', 'dist/my-filter.fmu'], node)).toContain('First-order lag');
  expect(fmuIn(folder, ['check', 'dist/my-filter.fmu'], node)).toContain(
    'dist/my-filter.fmu: conforms to FMI 3.0.2',
  );
  expect(fmuIn(folder, ['run', 'chain.json'], node)).toContain('results/chain.csv');
  return readFileSync(join(folder, 'results/chain.csv'), 'utf8');
}

describe('the package, installed outside the repository', () => {
  let tourOutput: string;
  it('the installed package runs the tour on this Node', () => {
    tourOutput = tour(process.execPath);
    expect(tourOutput.split('\n')[0]).toContain('second.y');
    expect(existsSync(join(folder, 'my-filter/variables.ts'))).toBe(true);
  });

  // Uses npm, while quick tests install without it.
  it.skipIf(!isFullTest)('the installed package offers fmu without npm, by node_modules/.bin', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(output(join(folder, 'node_modules/.bin/fmu'), ['--version'], folder)).toBe(`${version}\n`);
  });

  it.for([22, 24])(
    'the installed package runs the tour on Node %i with the same bytes of results',
    async (major, { skip }) => {
      // Downloads another release of Node, which has a hundred megabytes.
      if (!isFullTest) return skip('other releases of Node run only with CI set');
      const node = await nodeOf(major);
      if (typeof node !== 'string') return skip(`Node ${major} is not to be had: ${node.missing}`);
      expect(tour(node)).toBe(tourOutput);
    },
  );
});
