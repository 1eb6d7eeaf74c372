import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { describe, expect, it } from 'vitest';
import { translateComponent } from '../../../fmu-sdk/host/component/component-form.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { foreignUnit } from './foreign.ts';

const refused = async (component: Uint8Array): Promise<string> => {
  try {
    await translateComponent(component, 'coSimulation', 'x.fmu');
    return 'translated';
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as Error).message;
  }
};

const header = [0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00];

describe('the translator', () => {
  it('the translator rejects bytes that are not a component, and then translates the next component', async () => {
    const good = await foreignUnit('coSimulation', { bodies: { terminate: '(i32.const 1)' } });
    for (const body of [
      [7, 1, 0xff],
      [8, 3, 1, 0, 0],
      [11, 200, 1],
      [10, 2, 1, 9],
    ]) {
      expect(await refused(new Uint8Array([...header, ...body]))).toMatch(/^load x\.fmu: /);
      const damaged = good.slice();
      damaged[damaged.length - 40 - body[0]] ^= 0xff;
      await refused(damaged);
    }
    expect(await refused(good)).toBe('translated');
  });

  it('the translator rejects a component with too many core modules before translating it', async () => {
    const text = `(component ${'(core module (func (export "f")))'.repeat(257)})`;
    expect(await refused(await parse(text))).toMatch(/has 257 core modules, but the limit is 256/);
  });

  it('the translator leaves the compilation in this process unchanged', async () => {
    await refused(new Uint8Array(header));
    const wasm = await parse('(module (memory (export "m") 1))');
    const { instance } = await WebAssembly.instantiate(wasm as BufferSource);
    expect((instance.exports.m as WebAssembly.Memory).grow(20_000)).toBe(1);
  });
});
