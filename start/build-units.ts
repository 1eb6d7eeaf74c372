import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../fmu-sdk/util/user-error.ts';
import type { SystemFile } from '../master/system/system.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the names of all units of the repository. */
export const allUnits = (): string[] =>
  readdirSync(join(root, 'units')).filter((name) => existsSync(join(root, 'units', name, 'unit.json')));

/** Returns the names of the units that a system of the repository uses. */
export const unitsOf = ({ units }: SystemFile): string[] =>
  Object.values(units).map(({ fmu }) => basename(fmu, '.fmu'));

/**
 * Builds folders of `units/` into `dist/` with the compiled program, which reuses cached results of
 * unchanged sources. Uses two processes, as many as a small machine has processors. `built` is
 * called for each unit. Throws the program's message.
 */
export async function buildUnits(units: readonly string[], built: () => void = () => {}): Promise<void> {
  const halves = [0, 1].map((half) => units.filter((_, i) => i % 2 === half));
  await Promise.all(halves.filter((half) => half.length > 0).map((half) => build(half, built)));
}

function build(units: readonly string[], built: () => void): Promise<void> {
  const folders = units.map((unit) => `units/${unit}`);
  const program = spawn(process.execPath, ['bin/fmu.cjs', 'build', ...folders, '-o', 'dist'], {
    cwd: root,
    // As users get them, whatever else is compiled here.
    env: { ...process.env, FMUKIT_OPTIMIZE: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let outputText = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => (outputText += text));
  program.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const _ of text.matchAll(/\n/g)) built();
  });
  return new Promise((resolve, reject) => {
    program.on('error', reject).on('close', (code) => {
      if (code === 0) resolve();
      else reject(new UserError(outputText.trim().replace(/^fmu: /, '')));
    });
  });
}
