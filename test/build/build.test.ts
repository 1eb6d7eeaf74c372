import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { buildComponent } from '../../fmu-sdk/build/make-unit.ts';
import { describe as describeUnit } from '../../fmu-sdk/build/manifest/describe-unit.ts';
import { loadManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import { blankToken } from '../../fmu-sdk/build/seal/blank-token.ts';
import { buildCore } from '../../fmu-sdk/build/seal/core-module.ts';
import { readModelDescription, readTerminals } from '../../fmu-sdk/description/read-model-description.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { compileCore, memoryLimit } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { coreModuleOf } from '../../fmu-sdk/host/wasm/extract-core.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { released } from '../release.ts';
import { root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';

const folder = temporaryFolder('build');

const actuator = join(root, 'units/hydraulic-actuator');

describe('fmu build', () => {
  it('refuses a file in place of a folder, and a .fmu in place of the folder of the FMU', async () => {
    const out = join(folder, 'x.fmu');
    await expect(buildUnit(actuator, out)).rejects.toThrow(`expected a folder for the FMU, got ${out}`);
    await expect(buildUnit(join(actuator, 'unit.json'), folder)).rejects.toThrow(
      'got a file. Give the folder',
    );
    expect(existsSync(out)).toBe(false);
  });

  it('builds equal bytes from equal folders, with and without the cache', async () => {
    // The full tests build once more without the cache. "c" is built without it, too.
    const outs = isFullTest ? ['a', 'b', 'c', 'd'] : ['a', 'c', 'd'];
    for (const out of outs) {
      vi.stubEnv('FMUKIT_CACHE', out < 'c' ? 'off' : join(folder, 'cache'));
      const { fromCache: kept } = await buildUnit(actuator, join(folder, out));
      expect(kept).toBe(out === 'd');
    }
    // A part comes from the cache, and the rest is built.
    const whole = await buildUnit(actuator, join(folder, 'e'), { stepSeconds: 11 });
    expect(whole.fromCache).toBe(false);
    vi.unstubAllEnvs();
    // All artifacts twice, each with its list of sources, and the shared core module once. The
    // folder also holds compilers.
    const files = readdirSync(join(folder, 'cache')).map((name) =>
      readFileSync(join(folder, 'cache', name), 'latin1'),
    );
    const having = (text: string): number => files.filter((file) => file.includes(text)).length;
    expect(having('"archives":[')).toBe(2);
    expect(having('"node_modules/fmukit/build/component/glue/exports/co-simulation-exports.ts"')).toBe(1);
    expect(having('"../hydraulics/circuit.ts"')).toBe(2 + 1);
    const [a, ...others] = [...outs, 'e'].map((out) =>
      readFileSync(join(folder, out, 'hydraulic-actuator.fmu')),
    );
    for (const other of others) expect(a.equals(other)).toBe(true);
  });

  it('gives the component its token as if it had been compiled with it', async () => {
    const archive = await openArchive(join(root, 'dist/hydraulic-actuator.fmu'));
    const { instantiationToken } = readModelDescription(await archive.text('modelDescription.xml'), 'it');
    const compiled = await released(() =>
      buildComponent(loadManifest(actuator), actuator, instantiationToken),
    );
    const packaged = await archive.bytes('binaries/wasm32-wasip2/hydraulic_actuator.wasm');
    expect(Buffer.from(packaged).equals(compiled)).toBe(true);
    expect(instantiationToken).not.toBe(blankToken);
  });

  it('writes description, terminals, component, both manifests of the layered standard, documentation and smoke test', async () => {
    const archive = await openArchive(join(root, 'dist/hydraulic-actuator.fmu'));
    expect([...archive.paths]).toEqual([
      'modelDescription.xml',
      'terminalsAndIcons/terminalsAndIcons.xml',
      'binaries/wasm32-wasip2/hydraulic_actuator.wasm',
      'extra/org.modelica.fmi-ls-wasm/manifest.xml',
      'extra/org.modelica.fmi-ls-wasm/fmi-ls-manifest.xml',
      'documentation/index.html',
      'extra/org.fmi-standard.fmi-ls-ref/fmi-ls-manifest.xml',
      'extra/org.fmi-standard.fmi-ls-ref/smoke-test.exp',
      'extra/org.fmi-standard.fmi-ls-ref/smoke-test.csv',
    ]);
    const [one, other] = await Promise.all(
      ['manifest.xml', 'fmi-ls-manifest.xml'].map((name) =>
        archive.text(`extra/org.modelica.fmi-ls-wasm/${name}`),
      ),
    );
    expect(one).toBe(other);
    expect(one).toContain('fmi-ls:fmi-ls-name="org.modelica.fmi-ls-wasm"');
  });

  it('writes a description that reads back with every variable, unit of measure, type and terminal', async () => {
    const archive = await openArchive(join(root, 'dist/hydraulic-actuator.fmu'));
    const read = readModelDescription(await archive.text('modelDescription.xml'), 'x');
    read.terminals = readTerminals(await archive.text('terminalsAndIcons/terminalsAndIcons.xml'), 'x');
    const generatedDescription = describeUnit(
      loadManifest(actuator),
      read.instantiationToken,
      read.generationTool ?? '',
      1e-4,
    );
    expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(generatedDescription)));
  });

  it('puts a core into the component that gives the bits of the bare core over a run', async () => {
    const { core, manifest } = await buildCore(actuator);
    const archive = await openArchive(join(root, 'dist/hydraulic-actuator.fmu'));
    const inside = coreModuleOf(await archive.bytes('binaries/wasm32-wasip2/hydraulic_actuator.wasm'));
    const d = describeUnit(manifest, '', '');
    const run = (bytes: Uint8Array): number[] => {
      const unit = instantiateWasm(compileCore(bytes, 'actuator'), d, 'actuator');
      return drive(unit, 200);
    };
    expect(run(inside)).toEqual(run(core));
  });

  it('rejects a unit that breaks the dialect with file, line, rule and advice', async () => {
    expect((await fmuHere(['new', join(folder, 'wrong')])).code).toBe(0);
    const file = join(folder, 'wrong/unit.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('(0.5 * h) / this.T', '(1 / 2) * h / this.T'));
    const { code, err } = await fmuHere(['build', join(folder, 'wrong'), '-o', folder]);
    expect(code).toBe(1);
    expect(err).toMatch(/unit\.ts:\d+:\d+.*integer-division/);
  });

  it('rejects invalid options before it writes a file', async () => {
    const refused = (options: object, message: string): Promise<void> =>
      expect(buildUnit(actuator, join(folder, 'none'), options)).rejects.toThrow(
        `build ${actuator}: ${message}`,
      );
    await refused({ fmi: [] }, 'expected a version of FMI, got an empty list. Name 2, 3 or both.');
    await refused({ fmi: [4] }, 'unknown version of FMI 4. Choose one of 2, 3.');
    await refused({ interfaces: [] }, 'expected an interface, got an empty list. Name cs, me or both.');
    await refused({ native: ['amiga'] }, 'unknown platform amiga. Choose one of x86_64-linux, ');
    for (const stepSeconds of [Number.NaN, -1, 0])
      await refused(
        { stepSeconds },
        `expected stepSeconds above 0 s, got ${stepSeconds} s. Give a number of seconds.`,
      );
    expect(readdirSync(folder)).not.toContain('none');
  });

  it('rejects an invalid unit.json with file, line and the expected value', async () => {
    expect((await fmuHere(['new', join(folder, 'odd')])).code).toBe(0);
    const file = join(folder, 'odd/unit.json');
    const good = readFileSync(file, 'utf8');
    const refused = async (from: string, to: string): Promise<string> => {
      writeFileSync(file, good.replace(from, to));
      const { code, err } = await fmuHere(['build', join(folder, 'odd'), '-o', folder]);
      expect(code).toBe(1);
      return err;
    };
    expect(await refused('"Float64"', '"Float65"')).toMatch(
      /unit\.json:\d+: \/variables\/0\/type: expected one of "Float32", "Float64"/,
    );
    expect(await refused('"unit": "s"', '"unit": "furlong"')).toMatch(
      /unit\.json:\d+: T: unknown unit of measure "furlong"/,
    );
    expect(await refused('"start": 1,', '"start": 0,')).toMatch(
      /T: start: 0 s was given, expected a Float64: a number from 0\.000001 s up\. Give an accepted value\./,
    );
    expect(await refused('"name": "y"', '"name": "u"')).toMatch(/variable "u" is declared twice/);
    expect(await refused('"name": "y"', '"name": "time"')).toMatch(/the SDK reserves the name "time"/);
    expect(await refused('"name": "y"', '"dimensions": [1000, 1001], "name": "y"')).toMatch(
      /with y \(1001000 elements\) the variables have \d+ elements, more than the limit of 1000000/,
    );
  });
});

describe('the wasm host', () => {
  const load = async (): Promise<Instance> => {
    const { core, manifest } = await buildCore(actuator);
    return instantiateWasm(compileCore(core, 'actuator'), describeUnit(manifest, '', ''), 'actuator');
  };

  it('continues identically from a restored state, in another instance too', async () => {
    const [a, b] = [await load(), await load()];
    drive(a, 100);
    const state = a.getState();
    const onward = drive(a, 50, 100);
    b.setState(state);
    expect(drive(b, 50, 100)).toEqual(onward);
    a.setState(state);
    expect(drive(a, 50, 100)).toEqual(onward);
    expect(() => b.setState(state.subarray(1))).toThrow(/set state of actuator: expected \d+ bytes, got \d+/);
  });

  it('returns to the state after instantiation on reset', async () => {
    const [used, fresh] = [await load(), await load()];
    drive(used, 100);
    used.reset();
    expect(used.getState()).toEqual(fresh.getState());
    expect(drive(used, 20)).toEqual(drive(fresh, 20));
  });

  it('rejects a module that imports more than the FMI callbacks', () => {
    // (module (import "env" "f" (func)))
    const bytes = new Uint8Array([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 9, 1, 3, 101, 110, 118, 1, 102, 0, 0,
    ]);
    expect(() => compileCore(bytes, 'spy')).toThrow(
      /load spy: its core module is invalid: it imports env f, but only the FMI callbacks are allowed/,
    );
    expect(() => compileCore(bytes.subarray(0, 20), 'spy')).toThrow(
      /load spy: its core module is invalid: section 2 is cut short/,
    );
  });

  it('rejects a module whose memory may exceed the limit before it allocates any', () => {
    const module = (...limits: number[]): Uint8Array =>
      new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 5, limits.length + 1, 1, ...limits]);
    // 65536 pages = 4 GiB at once, and one page without a maximum.
    expect(() => compileCore(module(1, 0x80, 0x80, 4, 0x80, 0x80, 4), 'glutton')).toThrow(
      /load glutton: its core module is invalid: its memory may grow to 4294967296 bytes, but the limit is 268435456 bytes/,
    );
    expect(() => compileCore(module(0, 1), 'glutton')).toThrow(/may grow to Infinity bytes/);
  });

  it('keeps a unit from growing its memory', async () => {
    const { core } = await buildCore(actuator);
    const { memory } = new WebAssembly.Instance(compileCore(core, 'actuator')).exports as {
      memory: WebAssembly.Memory;
    };
    expect(() => memory.grow(1)).toThrow();
    expect(memory.buffer.byteLength).toBeLessThan(memoryLimit);
  });
});

/** Drives an actuator up and down. Returns the outputs of every step. */
function drive(unit: Instance, steps: number, from = 0): number[] {
  const at = (name: string): { view: Float64Array; offset: number } => {
    const variable = unit.description.variables.find((v) => v.name === name);
    if (variable === undefined) throw new Error(name);
    return unit.view(variable) as { view: Float64Array; offset: number };
  };
  const [U, F, p1] = ['U_ref', 'F_s', 'p1'].map(at);
  if (from === 0) unit.initialize(0);
  const out: number[] = [];
  for (let n = from; n < from + steps; n++) {
    U.view[U.offset] = 5 * Math.sign(50 - (n % 100));
    unit.step(n * 1e-3, 1e-3);
    out.push(F.view[F.offset], p1.view[p1.offset]);
  }
  return out;
}

describe('canHandleVariableCommunicationStepSize', () => {
  it('holds only for a unit without an internal step, because other units discard irregular steps', async () => {
    const canHandle = async (unit: string): Promise<boolean | undefined> => {
      const archive = await openArchive(join(root, 'dist', `${unit}.fmu`));
      const d = readModelDescription(await archive.text('modelDescription.xml'), unit);
      return d.coSimulation?.canHandleVariableCommunicationStepSize;
    };
    expect(await canHandle('hydraulic-actuator')).toBe(false);
    expect(await canHandle('crane-single')).toBe(true);
  });
});
