import { join } from 'node:path';
import type * as Asc from 'assemblyscript/asc';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { assemblyScript } from '../../fmu-sdk/build/compiler/assemblyscript.ts';
import { buildComponentCore } from '../../fmu-sdk/build/make-unit.ts';
import { loadManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import { root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';

vi.mock(import('../../fmu-sdk/build/compiler/assemblyscript.ts'), async (original) => {
  const real = await original();
  return { ...real, assemblyScript: vi.fn(real.assemblyScript) };
});
afterEach(() => void vi.unstubAllEnvs());

/**
 * Global values that the optimizer tries to evaluate. If it cannot, it throws and catches an
 * exception of its own.
 */
const source = `
  let calls: i32 = 0;
  export function root(x: f64): f64 { calls += 1; return x < 0.0 ? -Math.pow(-x, 1.0 / 3.0) : Math.cbrt(x); }
  export function sum(n: i32): f64 { let s: f64 = 0.0; for (let i = 0; i < n; i++) s += root(f64(i)) * Math.sin(2.0); return s; }
  export function count(): i32 { return calls; }`;

async function compiledBy(asc: typeof Asc): Promise<Uint8Array> {
  let wasm = new Uint8Array();
  const { error, stderr } = await asc.main(['a.ts', '-O3', '--runtime', 'stub', '-o', 'a.wasm'], {
    readFile: (name) => (name === 'a.ts' ? source : null),
    writeFile: (_name, contents) => void (wasm = contents as Uint8Array<ArrayBuffer>),
    listFiles: () => [],
  });
  if (error !== null) throw new Error(`${error.message}\n${stderr}`);
  return wasm;
}

describe('the compiler as one script, whose trampolines are WebAssembly', () => {
  it('produces the bytes of its packages, although binaryen throws and catches exceptions', async () => {
    const packagedCompiler = await import('assemblyscript/asc');
    const script = await assemblyScript()();
    expect(script.main).not.toBe(packagedCompiler.main);
    const thrown = vi.spyOn(WebAssembly as unknown as { Exception: () => void }, 'Exception');
    const binary = await compiledBy(script);
    const times = thrown.mock.calls.length;
    thrown.mockRestore();
    expect(times).toBeGreaterThan(0);
    expect(binary.length).toBeGreaterThan(0);
    expect(Buffer.from(binary).equals(await compiledBy(packagedCompiler))).toBe(true);
  });

  it.skipIf(!isFullTest)(
    'produces an equal core of a unit, although it parses only the used parts of its library',
    async () => {
      vi.stubEnv('FMUKIT_CACHE', 'off');
      const folder = join(root, 'units/joystick');
      const core = (): Promise<Uint8Array> => buildComponentCore(loadManifest(folder), folder, '{token}');
      const asScript = await core();
      vi.mocked(assemblyScript).mockReturnValueOnce(() => import('assemblyscript/asc'));
      const asPackages = await core();
      expect(vi.mocked(assemblyScript)).toHaveBeenCalledTimes(3);
      expect(asScript.length).toBeGreaterThan(0);
      expect(Buffer.from(asScript).equals(asPackages)).toBe(true);
    },
  );
});
