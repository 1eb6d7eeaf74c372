import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { filesOf, fmi3 } from '../../../fmu-sdk/check/example/example-fmu.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu, root } from '../../run-fmu.ts';

const folder = temporaryFolder('corpus');
beforeAll(async () => {
  mkdirSync(join(folder, 'units/more'), { recursive: true });
  const write = async (name: string, parts: Parameters<typeof fmi3>[0]): Promise<void> => {
    writeFileSync(join(folder, 'units', name), await zip(new Map(Object.entries(filesOf(fmi3(parts))))));
  };
  await write('good.fmu', { attributes: { generationTool: 'Tool 1.0' } });
  await write('more/bad.fmu', { attributes: { generationTool: 'Tool 2.0' }, interfaces: '' });
  writeFileSync(join(folder, 'units/none.fmu'), 'no archive');
});

const check = (...args: string[]): ReturnType<typeof fmu> =>
  fmu(['check', '--static', '--corpus', 'units', ...args], folder);

describe('fmu check --corpus', () => {
  it('fmu check --corpus checks every FMU separately, and prints, writes and counts the findings', () => {
    const { code, out } = check('--json', 'board.json', '--csv', 'board.csv', '--jobs', '2');
    // One FMU has a violation, and one file is not an FMU.
    expect(code).toBe(3);
    expect(out).toMatch(/^Tool +2 +0 +0 /m);
    expect(out).toMatch(/^description\/interface-present +1 +1 +Tool 1$/m);
    const board = JSON.parse(readFileSync(join(folder, 'board.json'), 'utf8'));
    expect(board.units.map(({ unit }: { unit: string }) => unit)).toEqual([
      'good.fmu',
      'more/bad.fmu',
      'none.fmu',
    ]);
    expect(readFileSync(join(folder, 'board.csv'), 'utf8')).toMatch(/^more\/bad\.fmu,Tool,3\.0,violation,/m);
  });

  it('fmu check --corpus ends with the exit code of the single checks', () => {
    const alone = join(folder, 'alone');
    mkdirSync(alone);
    cpSync(join(root, 'dist/joystick.fmu'), join(alone, 'joystick.fmu'));
    const code = (...args: string[]): number | null => fmu(['check', '--static', ...args], folder).code;
    for (const [failOn, expected] of [
      ['violation', 0],
      ['skip', 0],
    ] as const) {
      expect(code('alone/joystick.fmu', '--fail-on', failOn), failOn).toBe(expected);
      expect(code('--corpus', 'alone', '--fail-on', failOn), failOn).toBe(expected);
    }
    cpSync(join(folder, 'units/more/bad.fmu'), join(alone, 'bad.fmu'));
    expect([code('alone/bad.fmu'), code('--corpus', 'alone')]).toEqual([3, 3]);
  });

  it('fmu check --corpus reports invalid arguments', () => {
    expect(check('--jobs', '0').err).toMatch(/--jobs must be a whole number from 1, got 0/);
    expect(check('x.fmu').err).toMatch(/expected no other file, got x\.fmu/);
    expect(fmu(['check', '--corpus-child'], folder).err).toMatch(/--corpus-child is internal/);
  });
});
