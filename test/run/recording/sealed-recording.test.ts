import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import {
  component,
  type NativeBinary,
  native,
  nativeCalls,
} from '../../../fmu-sdk/host/choice/third-party-hosts.ts';
import { type ComponentBinary, openForm } from '../../../fmu-sdk/host/component/open-component.ts';
import { findBinary } from '../../../fmu-sdk/host/fmu.ts';
import { readFmuFile } from '../../../fmu-sdk/host/open-fmu.ts';
import { replayAgainst } from '../../../fmu-sdk/host/recorded/compare-recording.ts';
import { couplings } from '../../../master/coupling/scheme-registry.ts';
import { openRecording } from '../../../master/run/recording/call-recording.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import type { SystemFile } from '../../../master/system/system.ts';
import { missing } from '../../export/harness.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';
import { spread } from '../../width.ts';

const folder = temporaryFolder('sealed-recording');
const at = (name: string): string => join(folder, name);
const bytes = (name: string): string => readFileSync(at(name), 'latin1');
beforeAll(async () => {
  await buildUnit(join(root, 'test/fixtures/eventful'), folder);
});

async function replayed(calls: string): Promise<void> {
  const { system, host, close } = openRecording(at(calls));
  try {
    await simulate(system, { hosts: [host], output: at('again.csv') });
  } finally {
    close();
  }
}

/** Returns the files in the folder that this process has open, if the platform lists them. */
function openFiles(): string[] {
  if (process.platform !== 'linux') return [];
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.startsWith(folder));
}

const controller = join(root, 'dist/sampled-controller.fmu');

describe('a recorded fmukit FMU with Clocks, whose bytes equal a run without recording and a replay', () => {
  const runs: [run: string, file: string, options: { step: number; stopTime: number; set?: string[] }][] = [
    ['a controller, ticks at steps and between', controller, { step: 0.004, stopTime: 0.2, set: ['y=0.3'] }],
    ['the same, several ticks in a step', controller, { step: 0.05, stopTime: 0.2, set: ['y=-7'] }],
    ['every kind of event', 'eventful.fmu', { step: 0.1, stopTime: 3 }],
    ['the same, in internal steps', 'eventful.fmu', { step: 0.125, stopTime: 3, set: ['h=0.0625'] }],
  ];
  it.each(spread(runs, 2))(
    'a recorded FMU with Clocks writes identical bytes for %s',
    async (_, file, options) => {
      const path = file === controller ? file : at(file);
      const events = { events: true };
      await simulate(await singleSystem(path, options), { output: at('plain.csv'), ...events });
      const system = await singleSystem(path, { ...options, byCalls: true });
      await simulate(system, { output: at('recorded.csv'), recordCalls: at('unit.calls'), ...events });
      expect(bytes('plain.csv').split('\n').length).toBeGreaterThan(4);
      expect(bytes('recorded.csv')).toBe(bytes('plain.csv'));
      await replayed('unit.calls');
      expect(bytes('again.csv')).toBe(bytes('plain.csv'));
    },
  );

  it.each(spread(['jacobi', 'hybrid'], 1))(
    'a recorded FMU with Clocks writes identical bytes in a system, %s',
    async (scheme) => {
      const file: SystemFile = {
        name: 'loop',
        units: {
          controller: { fmu: controller },
          plant: { fmu: at('eventful.fmu') },
        },
        connections: [
          { from: 'controller.u', to: 'plant.u' },
          { from: 'plant.x', to: 'controller.y' },
        ],
        algorithm: { scheme, step: 0.02, order: 0 },
        stopTime: 0.4,
      };
      const load = (byCalls: boolean) => resolveSystem(file, at('loop.json'), { byCalls });
      await simulate(await load(false), { output: at('plain.csv') });
      await simulate(await load(true), { output: at('recorded.csv'), recordCalls: at('loop.calls') });
      // Hybrid locates events of such units to 1e-11 s, and values change by at most 10 per second.
      if (scheme === 'jacobi') expect(bytes('recorded.csv')).toBe(bytes('plain.csv'));
      else expect(largestDifference(bytes('recorded.csv'), bytes('plain.csv'))).toBeLessThan(1e-10);
      await replayed('loop.calls');
      expect(bytes('again.csv')).toBe(bytes('recorded.csv'));
    },
  );
});

describe('recorded fmukit FMUs with internal steps, whose bytes equal a run without recording and a replay', () => {
  const path = join(root, 'systems/crane-single-force.json');
  const crane = JSON.parse(readFileSync(path, 'utf8')) as SystemFile;
  const { fmu } = crane.units.joystick;
  const points = (values: number[]): number[] => [
    ...values,
    ...new Array<number>(32 - values.length).fill(0),
  ];
  // The motion begins early, so that a short run suffices.
  const joystick = {
    fmu,
    parameters: { count: 3, times: points([0, 0.01, 0.05]), values: points([0, 0, 5]) },
  };
  const common = { step: 0.002, order: 2 as const };
  const algorithms: SystemFile['algorithm'][] = [
    { ...common, scheme: 'adaptive' },
    ...couplings.all
      .filter(
        ({ name, traits: { needs } }) =>
          needs.every((candidate) => candidate === 'rollback') && name !== 'hybrid',
      )
      .map(({ name }) => ({ ...common, scheme: name })),
    { ...common, scheme: 'iterative-jacobi', options: { points: 2 } },
    { ...common, scheme: 'jacobi', groups: [{ units: ['crane', 'actuator'], scheme: 'newton' }] },
  ];
  it.each(spread(algorithms, 3))(
    'a recorded FMU with internal steps writes identical bytes for $scheme, $options',
    async (algorithm) => {
      const file: SystemFile = { ...crane, units: { ...crane.units, joystick }, algorithm, stopTime: 0.1 };
      const load = (byCalls: boolean) => resolveSystem(file, path, { byCalls });
      await simulate(await load(false), { output: at('plain.csv') });
      await simulate(await load(true), { output: at('recorded.csv'), recordCalls: at('crane.calls') });
      expect(bytes('recorded.csv')).toBe(bytes('plain.csv'));
      await replayed('crane.calls');
      expect(bytes('again.csv')).toBe(bytes('plain.csv'));
    },
  );
});

/** Returns the largest difference of two tables with equal rows and columns. */
function largestDifference(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => text.trim().split(/[\r\n,]+/));
  expect(x.length).toBe(y.length);
  return Math.max(...x.map((text, i) => (text === y[i] ? 0 : Math.abs(Number(text) - Number(y[i])))));
}

const why = missing('x86_64-linux');

describe.skipIf(why !== undefined)('recorded calls of a unit as WebAssembly', () => {
  it('recorded calls get the same results from the native library and from the component, bit for bit', async () => {
    const unit = join(root, 'test/fixtures/mixer');
    await buildUnit(unit, folder, { native: ['x86_64-linux'] });
    const path = at('mixer.fmu');
    const system = await singleSystem(path, { stopTime: 1, step: 1 / 64, set: ['u=0.3'], byCalls: true });
    expect(system.units[0].binary.form).toBe('component');
    await simulate(system, { recordCalls: at('mixer.calls') });
    const archive = await readFmuFile(path);
    const { description } = archive;
    const options = { byCalls: true };
    const library = (await findBinary(archive, [native], options, 'here')).binary as NativeBinary;
    const module = (await findBinary(archive, [component], options, 'here')).binary as ComponentBinary;
    const opening = { callSeconds: 20, wallSeconds: 400, description, rollback: true };
    for (const calls of [
      await nativeCalls(library, opening),
      openForm(module.component, 'coSimulation', 'mixer'),
    ])
      try {
        const {
          divergence,
          calls: compared,
          outcome,
        } = replayAgainst(at('mixer.calls'), 0, { calls, description }, { relative: 0 });
        expect(divergence).toBeUndefined();
        expect(outcome).toBe('finished');
        expect(compared).toBeGreaterThan(3 * 64);
      } finally {
        calls.close();
      }
  });
});

describe('a recording file', () => {
  it('refuses to record a system that was not loaded for recording', async () => {
    const system = await singleSystem(controller, { step: 0.01, stopTime: 0.1 });
    await expect(simulate(system, { recordCalls: at('refused.calls') })).rejects.toThrow(/byCalls/);
    expect(existsSync(at('refused.calls'))).toBe(false);
    expect(openFiles()).toEqual([]);
  });

  it('a recording file closes once, and reports later writes', async () => {
    const system = await singleSystem(controller, { step: 0.01, stopTime: 0.1, byCalls: true });
    await simulate(system, { recordCalls: at('closed.calls') });
    const recording = openRecording(at('closed.calls'));
    recording.close();
    const other = openSync(at('closed.calls'), 'r');
    recording.close();
    expect(fstatSync(other).isFile()).toBe(true);
    closeSync(other);
    await expect(simulate(recording.system, { hosts: [recording.host] })).rejects.toThrow(
      `replay ${at('closed.calls')}: the file is closed. Open it again.`,
    );
  });
});
