import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { CallsReader } from '../../../fmu-sdk/host/recorded/calls-reader.ts';
import { item, RecordingWriter } from '../../../fmu-sdk/host/recorded/recording-file.ts';
import { recordedDescriptions } from '../../../master/run/recording/call-recording.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu, root } from '../../run-fmu.ts';
import { width } from '../../width.ts';
import { startFmu } from './files.ts';

const kills = width(3, 12, 30);
const folder = temporaryFolder('recording');
const at = (name: string): string => join(folder, name);

describe('a run that is killed while its calls are recorded', () => {
  it(`a recording can be replayed up to its last complete call after ${kills} random kills`, async () => {
    const args = ['run', join(root, 'dist/joystick.fmu'), '--stop-time', '60', '--step', '0.001'];
    expect(fmu([...args, '-o', at('whole.csv')]).code).toBe(0);
    const whole = readFileSync(at('whole.csv'), 'latin1');
    let most = 0;
    for (let n = 0; n < kills; n++) {
      const run = startFmu([...args, '-o', at('x.csv'), '--record-calls', at('x.calls')]);
      const size = 1 + 400_000 * ((n * 0.618034 + 0.001) % 1);
      await expect
        .poll(() => sizeOf(at('x.calls')) > size || run.child.exitCode !== null, {
          interval: 1,
          timeout: 300_000,
        })
        .toBe(true);
      run.child.kill('SIGKILL');
      const { code } = await run.ended;
      const calls = callsIn(at('x.calls'));
      if (calls === undefined) {
        const { code, err } = fmu(['replay', at('x.calls')]);
        expect(`${code} ${err}`).toMatch(
          /^1 fmu: replay \S+x\.calls: (expected a recording|its header is incomplete)/,
        );
      } else {
        most = Math.max(most, calls);
        const again = fmu(['replay', at('x.calls'), '-o', at('again.csv')]);
        if (code !== 0) {
          expect(again.code).toBe(1);
          expect(again.err).toMatch(/replay \S+x\.calls: the recording ends (in|before) /);
        }
        const rows = ['again.csv', 'again.partial.csv'].find((name) => existsSync(at(name)));
        // Each of its rows appears at its place in the whole run.
        if (rows !== undefined) expect(whole.startsWith(readFileSync(at(rows), 'latin1'))).toBe(true);
      }
      for (const name of ['x.csv', 'x.partial.csv', 'x.calls', 'again.csv', 'again.partial.csv'])
        rmSync(at(name), { force: true });
    }
    expect(most).toBeGreaterThan(100);
  });
});

describe('a recording whose checksums are right', () => {
  const source = join(root, 'fuzz/corpus/recording/fmi2.calls');

  it.each([
    { name: undefined },
    { valueReference: -1 },
    { dimensions: [null] },
    { causality: 1 },
    { unit: {} },
  ])('a recording with a variable of an invalid form %o gives one error', (fields) => {
    const reader = new CallsReader(source);
    reader.close();
    const { head, body } = reader.file;
    const system = deserialize(body) as { units: { description: { variables: object[] } }[] };
    Object.assign(system.units[0].description.variables[0], fields);
    const writer = new RecordingWriter(at('crafted.calls'), head, serialize(system));
    writer.out.byte(item.over);
    writer.commit();
    writer.close('');
    expect(() => recordedDescriptions(source)).not.toThrow();
    expect(() => recordedDescriptions(at('crafted.calls'))).toThrow(/its system cannot be read/);
  });
});

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Returns the number of complete calls in a file, or undefined without a header. */
function callsIn(file: string): number | undefined {
  let reader: CallsReader;
  try {
    reader = new CallsReader(file);
  } catch {
    return undefined;
  }
  let n = 0;
  try {
    while (reader.call() !== undefined) n++;
  } finally {
    reader.close();
  }
  return n;
}
