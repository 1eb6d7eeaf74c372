import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { loadSystem, openFmu, simulate } from '../../master/run/page/browser-run.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { root } from '../run-fmu.ts';

const bytes = new Uint8Array(readFileSync(join(root, 'dist/joystick.fmu')));
const buffer = bytes.buffer.slice(0);
const wrong: [given: unknown, told: string][] = [
  [undefined, 'undefined'],
  [null, 'null'],
  ['joystick.fmu', 'a string'],
  [[...bytes.subarray(0, 4)], 'an Array'],
  [new DataView(buffer), 'a DataView'],
  [new Uint16Array(4), 'a Uint16Array'],
  [Promise.resolve(bytes), 'a Promise'],
  [new Blob([bytes]), 'a Blob'],
  [new Response(bytes), 'a Response'],
];
const system = (fmu: string): SystemFile => ({
  name: 'alone',
  units: { a: { fmu } },
  algorithm: { scheme: 'jacobi', step: 0.5 },
  stopTime: 1,
});

describe('files provided by a page', () => {
  const other = runInNewContext('new Uint8Array(given)', { given: buffer }) as Uint8Array;
  const ours: [string, Uint8Array | ArrayBuffer][] = [
    ['a Uint8Array', bytes],
    ['an ArrayBuffer', buffer],
    ['a part of a larger buffer', new Uint8Array([1, ...bytes, 2]).subarray(1, bytes.length + 1)],
    ['a Uint8Array of another window', other],
  ];

  it.each(ours)('a page accepts %s', async (_, content) => {
    expect((await openFmu(content)).description.modelName).toBe('joystick');
    const loaded = await loadSystem(system('dist/joystick.fmu'), {
      files: new Map([['dist/joystick.fmu', content]]),
    });
    expect((await simulate(loaded)).outcome).toBe('finished');
  });

  it.each(wrong)('a page rejects a file that is %s', async (content, typeName) => {
    const words = `expected the content of a file, got ${typeName}. Give its bytes, a Uint8Array or an ArrayBuffer, as "await response.arrayBuffer()" has them.`;
    // An FMU alone may also be an address, a file or a response.
    if (!/string|Blob|Response/.test(typeName))
      await expect(openFmu(content as Uint8Array)).rejects.toThrow(`open unit.fmu: ${words}`);
    if (content === undefined || content === null) return;
    const files = new Map([['x.fmu', content as Uint8Array]]);
    await expect(loadSystem(system('x.fmu'), { files })).rejects.toThrow(`load alone: x.fmu: ${words}`);
  });

  it('a page finds a file by a path relative to the system, and rejects paths to other places', async () => {
    const files = new Map([['dist/joystick.fmu', bytes]]);
    const { units } = await loadSystem(system('./dist/joystick.fmu'), { files });
    expect(units.length).toBe(1);
    await expect(loadSystem(system('../dist/joystick.fmu'), { files })).rejects.toThrow(
      'load alone: missing file ../dist/joystick.fmu. Given files: dist/joystick.fmu.',
    );
  });

  it('a page accepts the text of a system', async () => {
    const text = JSON.stringify(system('x.fmu'));
    for (const content of [new TextEncoder().encode(text), new TextEncoder().encode(text).buffer])
      await expect(loadSystem(content as unknown as string, { files: new Map() })).rejects.toThrow(
        'load: expected the system as text or as an object, got bytes.',
      );
  });
});

it('a page rejects unknown options and invalid names', async () => {
  const files = new Map([['dist/joystick.fmu', bytes]]);
  await expect(loadSystem(system('dist/joystick.fmu'), { files, source: [] } as never)).rejects.toThrow(
    'load: unknown option "source". Did you mean sources?',
  );
  await expect(openFmu(bytes, { name: 'x' } as never)).rejects.toThrow('open: name');
});
