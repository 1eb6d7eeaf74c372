import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUnitFile } from '../../fmu-sdk/archive/unit-file.ts';
import { findUnit } from '../../fmu-sdk/host/find.ts';
import { type NativeBinary, native, nativeCalls } from '../../fmu-sdk/host/foreign.ts';
import { compareRecordings, type Replayed, replayAgainst } from '../../fmu-sdk/host/recorded/against.ts';
import { CallsReader } from '../../fmu-sdk/host/recorded/calls-reader.ts';
import { openRecording, recordedDescriptions } from '../../master/run/recording/recording.ts';
import { simulate } from '../../master/run/simulate.ts';
import { loadSystem } from '../../master/system/load.ts';
import { singleSystem } from '../../master/system/single.ts';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { root } from '../run-fmu.ts';
import { spread, width } from '../width.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fmukit-recording-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a unit and keeps its calls; what it threw. */
async function record(unit: string, calls: string, options: object = {}): Promise<string> {
  const system = await singleSystem(at(unit), { stopTime: 1, step: 0.1, ...options });
  const output = at(`${calls}.csv`);
  return simulate(system, { recordCalls: at(calls), output }).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
}

async function replayed(calls: string): Promise<string> {
  const { system, host, close } = openRecording(at(calls));
  try {
    await simulate(system, { hosts: [host], output: at(`${calls}.again.csv`) });
    return '';
  } catch (error) {
    return (error as Error).message;
  } finally {
    close();
  }
}

async function against(calls: string, unit: string, relative = 0): Promise<Replayed> {
  const { binary, description } = await findUnit(await readUnitFile(at(unit)), [native], {}, 'here');
  const its = await nativeCalls(binary as NativeBinary, {
    ...{ callSeconds: 20, wallSeconds: 400, description },
    rollback: true,
  });
  try {
    return replayAgainst(at(calls), 0, { calls: its, description }, { relative });
  } finally {
    its.close();
  }
}

const bytes = (name: string): string => readFileSync(at(name), 'utf8');
const withoutName = (text: string): string => text.replaceAll(folder, '').replace(/in \S+\.partial\.csv/, '');

describe.skipIf(noCompiler !== undefined)('calls of a unit in C', () => {
  it.each([2, 3] as const)('of FMI %s are replayed without it: the same bytes', async (fmi) => {
    writeFileSync(at('good.fmu'), await makeUnit(fmi));
    expect(await record('good.fmu', 'good.calls', { set: ['u=1.5'] })).toBe('');
    rmSync(at('good.fmu'));
    expect(await replayed('good.calls')).toBe('');
    expect(bytes('good.calls.again.csv')).toBe(bytes('good.calls.csv'));
  });

  it.each([2, 3] as const)(
    'a crash of FMI %s comes again in the same call, with the unit and without',
    async (fmi) => {
      // A step at 0.5 s and no other.
      const AT_STEP = 'AT_STEP(time)=if ((time) > 0.45 && (time) < 0.55) misbehave(segmentation)';
      writeFileSync(at('crash.fmu'), await makeUnit(fmi, { defines: [AT_STEP] }));
      const message = await record('crash.fmu', 'crash.calls');
      expect(message).toMatch(/SIGSEGV.*t = 0\.5 s/);
      expect(message).toMatch(/--record-calls/);
      expect(withoutName(await replayed('crash.calls'))).toBe(withoutName(message));
      expect(bytes('crash.calls.again.partial.csv')).toBe(bytes('crash.calls.partial.csv'));
      const { crash, divergence } = await against('crash.calls', 'crash.fmu');
      expect(divergence).toBeUndefined();
      expect(crash?.at).toMatch(new RegExp(`^call \\d+, t = 0\\.5 s, crash, fmi${fmi}DoStep$`));
      expect(crash?.here).toMatch(/SIGSEGV/);
      writeFileSync(at('mended.fmu'), await makeUnit(fmi));
      expect((await against('crash.calls', 'mended.fmu')).divergence).toMatch(
        new RegExp(
          `^call \\d+, t = 0\\.5 s, crash, fmi${fmi}DoStep: the unit answered, and was gone: .*SIGSEGV`,
        ),
      );
    },
  );

  it('another answer is found in its call, with the values and their units of measure', async () => {
    const edit = (xml: string): string =>
      xml
        .replace('<LogCategories>', '<UnitDefinitions><Unit name="m"/></UnitDefinitions><LogCategories>')
        .replace('name="y" valueReference="1"', 'name="y" unit="m" valueReference="1"');
    writeFileSync(at('two.fmu'), await makeUnit(3, { edit }));
    writeFileSync(at('three.fmu'), await makeUnit(3, { edit, defines: ['GAIN=3'] }));
    const set = ['u=1.5'];
    expect(await record('two.fmu', 'two.calls', { set })).toBe('');
    expect((await against('two.calls', 'two.fmu')).divergence).toBeUndefined();
    const { divergence } = await against('two.calls', 'three.fmu');
    expect(divergence).toMatch(/^call \d+, t = 0(\.1)? s, two, fmi3GetFloat64: y = \S+ m, and was \S+ m$/);
    expect((await against('two.calls', 'three.fmu', 0.5)).divergence).toBeUndefined();
    expect(await record('two.fmu', 'other.calls', { set: ['u=1.25'] })).toBe('');
    const { descriptions } = recordedDescriptions(at('two.calls'));
    const compared = compareRecordings(at('other.calls'), at('two.calls'), { relative: 0 }, descriptions);
    expect(compared.divergence).toMatch(/fmi3SetFloat64: it is given u = 1\.25, and was 1\.5$/);
    expect(compareRecordings(at('two.calls'), at('two.calls'), { relative: 0 }).divergence).toBeUndefined();
  });

  it('cut anywhere, it is readable up to its last whole call, and a damaged one says so', async () => {
    writeFileSync(at('whole.fmu'), await makeUnit(3));
    expect(await record('whole.fmu', 'whole.calls')).toBe('');
    const whole = readFileSync(at('whole.calls'));
    const calls = numberOfCalls('whole.calls');
    expect(calls).toBeGreaterThan(20);
    let before = 0;
    const sizes = Array.from({ length: 60 }, (_, k) => Math.round((whole.length * k) / 60));
    for (const size of spread(sizes, width(12, 60))) {
      writeFileSync(at('cut.calls'), whole);
      truncateSync(at('cut.calls'), size);
      const found = numberOfCalls('cut.calls');
      expect(typeof found === 'number' ? found : -1, `${size} bytes: ${found}`).toBeLessThanOrEqual(
        calls as number,
      );
      if (typeof found === 'number') {
        expect(found).toBeGreaterThanOrEqual(before);
        before = found;
        const message = await replayed('cut.calls');
        // What comes behind the last row costs no result.
        if (message === '') expect(bytes('cut.calls.again.csv')).toBe(bytes('whole.calls.csv'));
        else expect(message).toMatch(/^replay \S+cut\.calls: the recording ends (in|before) /);
      } else expect(found).toMatch(/it is no file of calls|it ends before it says/);
    }
    expect(before).toBeGreaterThan((calls as number) / 2);
    const spots = Array.from({ length: 60 }, (_, k) => 20 + Math.floor(((whole.length - 21) * k) / 60));
    for (const spot of spread(spots, width(12, 60))) {
      const spoilt = Uint8Array.from(whole);
      spoilt[spot] ^= 0x41;
      writeFileSync(at('spoilt.calls'), spoilt);
      // A length that is too large is a file that was cut.
      const found = numberOfCalls('spoilt.calls');
      if (typeof found === 'number') expect(found).toBeLessThan(calls as number);
      else expect(found).toMatch(/^replay \S+spoilt\.calls: it (is damaged|is no file|ends)/);
    }
  });
});

function numberOfCalls(name: string): number | string {
  let reader: CallsReader | undefined;
  try {
    reader = new CallsReader(at(name));
    let n = 0;
    while (reader.call() !== undefined) n++;
    return n;
  } catch (error) {
    return (error as Error).message;
  } finally {
    reader?.close();
  }
}

it('sealed units of a system are recorded by their components: the same bytes as without, and again', async () => {
  const file = join(root, 'systems/crane-single-force.json');
  const settings = { stopTime: 0.2 };
  await simulate(await loadSystem(file, { settings }), { output: at('plain.csv') });
  const system = await loadSystem(file, { settings, byCalls: true });
  await simulate(system, { output: at('crane.csv'), recordCalls: at('crane.calls') });
  expect(bytes('crane.csv')).toBe(bytes('plain.csv'));
  expect(await replayed('crane.calls')).toBe('');
  expect(bytes('crane.calls.again.csv')).toBe(bytes('plain.csv'));
});

it('a sealed unit that no function of FMI steps is not recorded', async () => {
  const system = await singleSystem(join(root, 'dist/joystick.fmu'), { stopTime: 0.1 });
  await expect(simulate(system, { recordCalls: at('none.calls') })).rejects.toThrow(
    /record joystick: no function of FMI steps a sealed unit.*byCalls/,
  );
});
