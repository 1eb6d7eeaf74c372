import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { similarNames } from '../../fmu-sdk/util/nearest-name.ts';
import { simulate } from '../../master/run/simulate.ts';
import { SystemRunner } from '../../master/run/worker/system-runner.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import { singleSystem } from '../../master/system/single-fmu.ts';
import { checkFmu } from '../../public/tools.ts';
import { root } from '../run-fmu.ts';

const joystick = join(root, 'dist/joystick.fmu');
const crane = join(root, 'systems/crane-single-force.json');

describe('the library as people guess it', () => {
  it('values and stopTime beside a system equal set and stopTime in settings', async () => {
    const values = { 'actuator.B_oil': 1.4e9, 'actuator.d_piston': '81[mm]' };
    const set = ['actuator.B_oil=1.4e9', 'actuator.d_piston=81[mm]'];
    const system = await loadSystem(crane, { values, stopTime: 0.01 });
    const other = await loadSystem(crane, { settings: { set, stopTime: 0.01 } });
    expect(JSON.stringify(system)).toBe(JSON.stringify(other));
    expect(system.stopTime).toBe(0.01);
    await expect(loadSystem(crane, { values: { B_oil: 1 } })).rejects.toThrow(
      /unit's name is missing.* Did you mean actuator\.B_oil/,
    );
    const wrong = { 'actuator.B_oil': {} } as never;
    await expect(loadSystem(crane, { values: wrong })).rejects.toThrow(/expected a number, a text/);
  });

  it('column returns a column by name in this thread and from another', async () => {
    const system = await singleSystem(joystick, { stopTime: 0.1, step: 0.01 });
    const result = await simulate(system, { collect: true });
    const { name, data } = result.columns[1];
    expect(result.column(name)).toBe(data);
    expect(result.column('time')).toHaveLength(11);
    expect(() => result.column(`${name}x`)).toThrow(`Did you mean ${name}`);
    expect(() => structuredClone(result)).not.toThrow();
    const runner = new SystemRunner();
    try {
      const bare = await runner.run(system);
      expect(() => bare.column('time')).toThrow('{ collect: true }');
    } finally {
      runner.dispose();
    }
  });

  it('an FMU has variables, and set names near ones', async () => {
    const fmu = await openFmu(joystick);
    expect(fmu.variables).toBe(fmu.description.variables);
    const instance = await fmu.instantiate();
    const { name } = fmu.variables[1];
    expect(() => instance.set(`${name}_`, 1)).toThrow(`unknown variable. Did you mean ${name}`);
    instance.close();
  });

  it('a check has a conclusion and findings', async () => {
    const check = await checkFmu(joystick, { filesOnly: true });
    expect(check.conclusion).toBe('no violation found in what was checked');
    expect(check.findings).toEqual(check.verdicts.flatMap(({ findings }) => findings));
    expect(Object.keys(check)).not.toContain('findings');
  });

  it('the variable of a unit is the nearest name, however short its own name is', () => {
    expect(similarNames('z', ['zz', 'car.z', 'car.zeta'])[0]).toBe('car.z');
    expect(similarNames('z_s', ['wheel.z_u', 'car.z_s'])[0]).toBe('car.z_s');
  });
});
