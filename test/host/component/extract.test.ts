import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { coreModuleOf } from '../../../fmu-sdk/host/wasm/extract-core.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { build, buildCoreModule } from '../../build/component/every-type.ts';
import { width } from '../../width.ts';

let component: Uint8Array;
beforeAll(async () => {
  component = await build();
});

describe('coreModuleOf', () => {
  it('coreModuleOf refuses a component that is truncated at any length', () => {
    // Quick tests use every seventh length.
    for (let n = 0; n < component.length; n += width(7, 1))
      expect(() => coreModuleOf(component.subarray(0, n))).toThrow(UserError);
  });

  it('coreModuleOf reports that it got a core module', async () => {
    const core = await buildCoreModule();
    expect(() => coreModuleOf(core)).toThrow(
      'read component: expected a WebAssembly component, got a bare core module. Build the FMU again.',
    );
  });

  it('coreModuleOf returns a module or throws a UserError for any bytes', () => {
    const head = [0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00];
    const bytes = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(bytes, fc.boolean(), (tail, withHead) => {
        expectModuleOrError(new Uint8Array([...(withHead ? head : []), ...tail]));
      }),
    );
    fc.assert(
      fc.property(fc.nat(component.length - 1), fc.nat(255), (at, byte) => {
        const damaged = component.slice();
        damaged[at] = byte;
        expectModuleOrError(damaged);
      }),
    );
  });
});

function expectModuleOrError(bytes: Uint8Array): void {
  try {
    expect(coreModuleOf(bytes)).toBeInstanceOf(Uint8Array);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
  }
}
