import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describe as describeUnit } from '../../fmu-sdk/build/manifest/describe-unit.ts';
import { buildCore } from '../../fmu-sdk/build/seal/core-module.ts';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { optimizationOption } from '../../fmu-sdk/util/c-compiler/optimization-level.ts';
import { root } from '../run-fmu.ts';

afterEach(() => void vi.unstubAllEnvs());

describe('the optimization level of compilers', () => {
  it('equals the level for users unless FMUKIT_OPTIMIZE names another', () => {
    vi.stubEnv('FMUKIT_OPTIMIZE', '');
    expect([optimizationOption('C'), optimizationOption('AssemblyScript')]).toEqual(['-O2', '-O3']);
    for (const level of ['0', '1', '2', '3', 's']) {
      vi.stubEnv('FMUKIT_OPTIMIZE', level);
      const least = level === '0' ? '1' : level;
      expect([optimizationOption('C'), optimizationOption('AssemblyScript')]).toEqual([
        `-O${level}`,
        `-O${least}`,
      ]);
    }
  });

  it.each(['4', '-O2', 'fast', ' '])('rejects "%s" with a list of the levels', (level) => {
    vi.stubEnv('FMUKIT_OPTIMIZE', level);
    expect(() => optimizationOption('C')).toThrow(
      `compile C: expected FMUKIT_OPTIMIZE = 0, 1, 2, 3 or s, got "${level}". Set one of these, or unset the variable.`,
    );
  });

  it('gives separate cached modules for each level, with equal bits of results', async () => {
    const at = (level: string): ReturnType<typeof buildCore> => {
      vi.stubEnv('FMUKIT_OPTIMIZE', level);
      return buildCore(join(root, 'units/joystick'));
    };
    const [soon, fast] = [await at('0'), await at('3')];
    expect(Buffer.from(soon.core).equals(fast.core)).toBe(false);
    const [one, other] = [soon, fast].map(({ core, manifest }) => {
      const description = describeUnit(manifest, '', '');
      const unit = instantiateWasm(compileCore(core, 'joystick'), description, 'joystick');
      const outputs = description.variables.filter((v) => v.causality === 'output').map((v) => unit.view(v));
      unit.initialize(0);
      return Array.from({ length: 200 }, (_, n) => {
        unit.step(n / 64, 1 / 64);
        return outputs.flatMap(({ view, offset, length }) => [...view.slice(offset, offset + length)]);
      });
    });
    expect(new Set(one.flat()).size).toBeGreaterThan(4);
    expect(one).toEqual(other);
  });
});
