import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { isFullTest, width } from '../width.ts';

/** Compilers in the order of preference. A test hides all compilers before the tested one. */
const order = ['gcc', 'clang', 'zig'];
const H = 0.001;
const steps = width(2000, 10_000);
const path = process.env.PATH;
afterAll(() => {
  process.env.PATH = path;
});

function hide(programs: readonly string[]): void {
  const folder = temporaryFolder('path');
  for (const program of programs)
    writeFileSync(join(folder, program), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  process.env.PATH = `${folder}:${path}`;
}

describe.each(order.slice(1))('a library compiled by %s', (name) => {
  const why = spawnSync(name, ['--help']).error === undefined ? undefined : `there is no ${name}`;

  it
    .skipIf(why !== undefined)
    .each(isFullTest ? ['crane-single', 'hydraulic-actuator'] : ['sampled-controller'])(
    'gives every bit of the wasm host for %s, and makes a trap an error of the unit',
    async (unitName) => {
      hide(order.slice(0, order.indexOf(name)));
      vi.resetModules();
      const { Native } = await import('./harness.ts');
      const { compilerFor } = await import('../../fmu-sdk/util/c-compiler/compilers.ts');
      expect(compilerFor('x86_64-linux')?.command).toBe(name);
      const unit = await Native.release(`units/${unitName}`);
      const drive = unit.writeDrive(steps);
      unit.calls(3, ['new 0', 'enter 0 0', 'exit 0', unit.runOf(3, 'run 0', steps, H)]);
      const { rows: wasm } = unit.inWasm(drive, steps, H);
      expect(unit.read().equals(Buffer.from(wasm.buffer))).toBe(true);
      const faulty = await Native.build('test/fixtures/faulty');
      const answers = faulty.calls(3, [
        'new 0',
        'choose 0 3 2',
        'enter 0 0',
        'exit 0',
        'step 0 0 1',
        'step 0 1 1',
      ]);
      expect(answers.at(-1)).toBe('step 4');
    },
  );

  it.skipIf(why === undefined)(`compilers were not tested: ${why}`, ({ skip }) => skip(why));
});
