import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Session } from '../../../master/run/loop/session.ts';
import { loadSystem } from '../../../master/system/load-system.ts';
import type { CheckedSystem, LineFile, SystemFile } from '../../../master/system/system.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';
import { makeGain } from '../../seams/support/gain.ts';
import { makeOscillator, oscillator } from '../../seams/support/oscillator.ts';

const folder = temporaryFolder('parts');
beforeAll(() => makeOscillator(folder));

type Algorithm = Partial<SystemFile['algorithm']>;
const checked = async (algorithm: Algorithm, more: Partial<SystemFile> = {}): Promise<CheckedSystem> =>
  (await oscillator(folder, algorithm, more)).system;

describe('a loaded system', () => {
  it.each(['crane-single-force', 'chain-of-parts', 'shaft/shaft-with-drive'])(
    'a loaded system survives the transfer to a thread without loss: %s',
    async (name) => {
      const system = await loadSystem(join(root, 'systems', `${name}.json`));
      expect(structuredClone(system)).toStrictEqual(system);
    },
  );
});

describe('the step of a single unit', () => {
  const units = { x: { fmu: 'up.fmu', step: 1 / 128 }, v: { fmu: 'down.fmu' } };

  it('the step of a unit passes from the file to the scheme', async () => {
    const { system, units: fakes } = await oscillator(folder, { scheme: 'multi-rate' }, { units });
    expect(system.units.map(({ step }) => step)).toEqual([1 / 128, undefined]);
    const session = new Session(system, { instances: fakes });
    session.start();
    session.advance(session.steps);
    expect(fakes.map(({ calls }) => calls.filter((call) => call.startsWith('step')).length)).toEqual([
      128, 64,
    ]);
  });

  it('the step of a unit must be above 0', async () => {
    await expect(
      checked({ scheme: 'multi-rate' }, { units: { ...units, x: { fmu: 'up.fmu', step: 0 } } }),
    ).rejects.toThrow(/step/);
  });
});

describe('groups of a system', () => {
  it('groups become indexes in the order of the system', async () => {
    const groups = [
      { units: ['v', 'x'], scheme: 'newton', options: { tolerance: 1e-9 }, sequence: ['v', 'x'] },
    ];
    const system = await checked({ groups });
    expect(system.groups).toEqual([
      { units: [0, 1], scheme: 'newton', options: { tolerance: 1e-9 }, sequence: ['v', 'x'] },
    ]);
    expect((await checked({})).groups).toBeUndefined();
  });

  it('a group requires a sequence of its units, and the system one of all units, for any scheme', async () => {
    const sequence = ['x', 'y'];
    const groups = [{ units: ['v', 'x'], scheme: 'newton', sequence }];
    await expect(checked({ groups })).rejects.toThrow(
      /run .*: group 1: in "sequence" y is not a unit; v is missing\. Name each of v, x once, or leave it out\.$/,
    );
    await expect(checked({ sequence })).rejects.toThrow('in "sequence" y is not a unit; v is missing');
  });

  it('groups refuse unknown units, units in two groups, and single units', async () => {
    const refused = (...all: string[][]): Promise<CheckedSystem> =>
      checked({ groups: all.map((units) => ({ units, scheme: 'newton' })) });
    await expect(refused(['x', 'w'])).rejects.toThrow('group: unknown unit "w". Use one of x, v.');
    await expect(refused(['x'])).rejects.toThrow(
      'group: expected at least two units, got only x. Add a unit or remove the group.',
    );
    await expect(refused(['x', 'v'], ['v', 'x'])).rejects.toThrow(
      'group: v is named twice, in group 1 and in group 2. Remove one of them.',
    );
    await expect(refused(['x', 'x'])).rejects.toThrow('group: x is named twice, in group 1 and in group 1.');
  });
});

describe('lines of a system', () => {
  const line: LineFile = {
    name: 'shaft',
    impedance: 2,
    ends: [
      { flow: 'x.y', effort: 'x.u' },
      { flow: 'v.y', wave: 'v.u' },
    ],
  };
  const withLine = (change: Partial<LineFile>, more: Partial<SystemFile> = {}): Promise<CheckedSystem> =>
    checked({}, { connections: [], lines: [{ ...line, ...change }], ...more });

  it('lines become indexes with the delay in steps', async () => {
    const [resolvedLine] = (await withLine({})).lines ?? [];
    expect(resolvedLine).toMatchObject({ name: 'shaft', impedance: 2, steps: 1, order: 0, start: 0 });
    expect(
      resolvedLine.ends.map(({ flow, input, wave }) => [
        flow.unit,
        flow.variable.name,
        input.variable.name,
        wave,
      ]),
    ).toEqual([
      [0, 'y', 'u', false],
      [1, 'y', 'u', true],
    ]);
    const [late] = (await withLine({ delay: 3 / 64, order: 1, start: 5 })).lines ?? [];
    expect(late).toMatchObject({ steps: 3, order: 1, start: 5 });
    expect((await checked({})).lines).toBeUndefined();
  });

  it('a line refuses a delay that is not a whole number of steps', async () => {
    await expect(withLine({ delay: 0.04 })).rejects.toThrow(
      'line shaft: the delay T = 0.04 s must be a whole number of communication steps H = 0.015625 s. Use T = 0.046875 s, or a step that divides T.',
    );
    await expect(withLine({ delay: 0.001 })).rejects.toThrow('Use T = 0.015625 s');
  });

  it('a line refuses an end with two units, without a side, or with wrong causalities', async () => {
    const ends = (first: LineFile['ends'][number]): Partial<LineFile> => ({ ends: [first, line.ends[1]] });
    await expect(withLine(ends({ flow: 'v.y', effort: 'x.u' }))).rejects.toThrow(
      'line shaft: v.y and x.u belong to different units. Both must belong to the same unit.',
    );
    await expect(withLine(ends({ flow: 'x.y' }))).rejects.toThrow(
      'an end needs "flow" (an output) and "effort" or "wave"',
    );
    await expect(withLine(ends({ flow: 'x.y', effort: 'x.u', wave: 'x.u' }))).rejects.toThrow(
      'an end needs "flow"',
    );
    await expect(withLine(ends({ flow: 'x.u', effort: 'x.u' }))).rejects.toThrow(
      'line shaft: x.u is a continuous input of type Float64. Use a scalar continuous output of type Float64 as the flow.',
    );
    await expect(withLine(ends({ terminal: 'x.flange' }))).rejects.toThrow(
      'line shaft: unknown terminal x.flange. Terminals of x: none.',
    );
  });

  it('a line uses the flow and the effort of a terminal', async () => {
    await makeGain(folder, 'flanged', 1, {
      'terminalsAndIcons/terminalsAndIcons.xml': `<?xml version="1.0" encoding="UTF-8"?>
<fmiTerminalsAndIcons fmiVersion="3.0"><Terminals>
  <Terminal name="flange" matchingRule="bus">
    <TerminalMemberVariable variableName="u" memberName="tau" variableKind="signal"/>
    <TerminalMemberVariable variableName="y" memberName="w" variableKind="signal"/>
  </Terminal>
  <Terminal name="half" matchingRule="bus">
    <TerminalMemberVariable variableName="u" memberName="tau" variableKind="signal"/>
  </Terminal>
</Terminals></fmiTerminalsAndIcons>
`,
    });
    const units = { x: { fmu: 'flanged.fmu' }, v: { fmu: 'down.fmu' } };
    const by = (terminal: string): Promise<CheckedSystem> =>
      withLine({ ends: [{ terminal }, line.ends[1]] }, { units });
    const [{ ends }] = (await by('x.flange')).lines ?? [];
    expect([ends[0].flow.variable.name, ends[0].input.variable.name, ends[0].wave]).toEqual([
      'y',
      'u',
      false,
    ]);
    await expect(by('x.half')).rejects.toThrow(
      'line shaft: expected one real input and one real output in the terminal x.half, got 1 and 0. Name "flow" and "effort" instead.',
    );
    await expect(by('x.none')).rejects.toThrow('unknown terminal x.none. Terminals of x: flange, half.');
  });

  it('a line refuses an end with another source', async () => {
    await expect(withLine({}, { connections: [{ from: 'v.y', to: 'x.u' }] })).rejects.toThrow(
      'line shaft: x.u is already fed by v.y. Remove one of them.',
    );
    writeFileSync(join(folder, 'drive.csv'), 'time,x.u\n0,1\n1,1\n');
    await expect(withLine({}, { inputs: 'drive.csv' })).rejects.toThrow(
      'line shaft: x.u is already fed by drive.csv. Remove one of them.',
    );
    const twice = checked({}, { connections: [], lines: [line, { ...line, name: 'other' }] });
    await expect(twice).rejects.toThrow('line other: x.u is already fed by line shaft.');
  });
});
