import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stillNote } from '../../master/report/system/still-note.ts';
import { singleSystem } from '../../master/system/single/single-fmu.ts';
import { root } from '../run-fmu.ts';

it('the page of a run without any change names the inputs that keep their start values', async () => {
  const system = await singleSystem(join(root, 'dist/joystick.fmu'), { stopTime: 0.1, step: 0.01 });
  const { description } = system.units[0];
  const input = { ...description.variables[1], name: 'u', causality: 'input' as const };
  const units = [{ ...system.units[0], description: { ...description, variables: [input] } }];
  const noteOn = (data: number[], inputs = system.inputs): string => {
    const columns = [
      { name: 'time', unit: 's', data: Float64Array.of(0, 1) },
      { name: 'y', unit: '1', data: Float64Array.from(data) },
    ];
    return stillNote({ result: { columns } as never, system: { ...system, units, inputs } });
  };
  expect(noteOn([2, 2])).toContain('The inputs keep their start values: u. Set one with --set u=1');
  const port = { unit: 0, variable: input } as never;
  expect(noteOn([2, 2], [{ port } as never])).toContain('No recorded value changes during this run.</p>');
  expect(noteOn([2, 3])).toBe('');
});
