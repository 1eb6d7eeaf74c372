import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { makeMatrix } from '../../fixtures/c/matrix/matrix.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const unitFile = join(temporaryFolder('instances'), 'matrix.fmu');

describe.skipIf(noCompiler !== undefined)('an instance with structural parameters', () => {
  beforeAll(async () => writeFileSync(unitFile, await makeMatrix()));

  it('an instance has the dimensions that structural parameters set, also after a reset', async () => {
    const fmu = await openFmu(unitFile);
    const unit = await fmu.instantiate({ structuralParameters: { m: 1, n: 2n } });
    try {
      for (let run = 0; run < 2; run++) {
        unit.set('p_Int8', [-128, 0]).set('p_String', ['', 'long']);
        unit.initialize();
        unit.step(0, 0.5);
        expect(unit.get('seen_Int8')).toEqual([-128, 0]);
        expect(unit.get('seen_String')).toEqual([0, 4]);
        expect(unit.get('seen_UInt16')).toEqual([40, 41]);
        expect(unit.get('p_UInt16')).toEqual([40, 41]);
        expect(unit.get('u_Boolean')).toEqual([true]);
        expect(unit.get('time')).toBe(0.5);
        const state = unit.getState();
        unit.step(0.5, 0.5);
        expect(unit.get('x')).toEqual([41, 42]);
        unit.setState(state);
        expect(unit.get('x')).toEqual([40.5, 41.5]);
        unit.reset();
      }
    } finally {
      unit.close();
    }
  });

  it('arrays of an instance can be without elements', async () => {
    const unit = await (await openFmu(unitFile)).instantiate({ structuralParameters: { m: 0, n: 0 } });
    unit.initialize();
    unit.step(0, 1);
    for (const name of ['p_Binary', 'u_Float64', 'x', 'out_Int64']) expect(unit.get(name)).toEqual([]);
    unit.close();
  });

  it('instantiate refuses other names, wrong values, and a change after the instantiation', async () => {
    const fmu = await openFmu(unitFile);
    const open = (structuralParameters: object) => fmu.instantiate({ structuralParameters } as never);
    await expect(open({ x: 1 })).rejects.toThrow('expected names of structural parameters, got x.');
    await expect(open({ m: 65 })).rejects.toThrow('instantiate matrix: m: 65 was given, expected a UInt64');
    const unit = await fmu.instantiate();
    unit.set('m', 3);
    expect(() => unit.initialize()).toThrow(/Give structural parameters when the FMU is instantiated\.$/);
    unit.close();
  });
});
