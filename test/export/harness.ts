import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateFields } from '../../fmu-sdk/build/generate/field-names.ts';
import { scalarsOf } from '../../fmu-sdk/build/layout/fmi2-scalars.ts';
import { layoutOf } from '../../fmu-sdk/build/layout/variable-layout.ts';
import { tokenOf } from '../../fmu-sdk/build/make-unit.ts';
import { describe, describe as describeUnit } from '../../fmu-sdk/build/manifest/describe-unit.ts';
import { withToken } from '../../fmu-sdk/build/seal/blank-token.ts';
import { componentCore } from '../../fmu-sdk/build/seal/component-core.ts';
import { keyOf, readOrMakeArtifact } from '../../fmu-sdk/cache/artifact-cache.ts';
import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import { buildNative } from '../../fmu-sdk/export/native-library.ts';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { compilerFor, type FoundCompiler, type Platform } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { optimizationOption } from '../../fmu-sdk/util/c-compiler/optimization-level.ts';
import { communicationStep } from '../communication-step.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { released } from '../release.ts';
import { root } from '../setup.ts';

/** Describes how programs of a platform are linked and run here. */
interface Runner {
  libraries: string[];
  run: string[];
}

const runners: Partial<Record<Platform, Runner>> = {
  'x86_64-linux': { libraries: ['-ldl', '-lpthread'], run: [] },
  'aarch64-linux': {
    libraries: ['-ldl', '-lpthread'],
    run: ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu'],
  },
  'x86_64-windows': { libraries: [], run: [wine()] },
};

function wine(): string {
  return ['/usr/lib/wine/wine64', '/usr/bin/wine64'].find((path) => existsSync(path)) ?? 'wine';
}

/** Returns the reason why binaries of this platform cannot be built and run here, or undefined. */
export function missing(platform: Platform): string | undefined {
  if (compilerFor(platform) === undefined) return `there is no compiler for ${platform}`;
  const emulator = runners[platform]?.run[0];
  if (emulator === undefined) return undefined;
  return spawnSync(emulator, ['--version']).error === undefined ? undefined : `there is no ${emulator}`;
}

/**
 * Returns a gcc-like compiler for the harness, also where cl compiles the libraries. The harness
 * itself is not under test.
 */
function compilerOf(platform: Platform): FoundCompiler {
  const compiler = compilerFor(platform) as FoundCompiler;
  return compiler.isCl === true ? { ...compiler, command: 'x86_64-w64-mingw32-gcc' } : compiler;
}

/** Returns the program that loads a library. Compiles it to `file` on first use. */
function harness(platform: Platform, file: string): Uint8Array {
  const { command, args, identity } = compilerOf(platform);
  const source = join(root, 'test/export/harness.c');
  const headers = join(root, 'fmu-sdk/standard/c');
  const flags = ['-std=gnu11', optimizationOption('C'), '-Wall', '-I', headers];
  const libraries = runners[platform]?.libraries ?? [];
  const texts = [source, ...readdirSync(headers).map((name) => join(headers, name))].map((path) =>
    readFileSync(path),
  );
  const { content } = readOrMakeArtifact(
    keyOf('harness', [identity, command, ...args, ...flags, ...libraries, ...texts]),
    () => {
      const options = [...args, ...flags, source, '-o', file, ...libraries];
      const { status, stderr } = spawnSync(command, options, { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      return readFileSync(file);
    },
  );
  return content;
}

/** Result of a driven run: rows of outputs, one for each step. */
export interface Driven {
  steps: number;
  /** True if the unit gave up in the next step. */
  gaveUp: boolean;
  rows: Float64Array;
}

interface Ended {
  status: number | string | null;
  output: string;
  wrong: string;
}

const missedServer = ({ status, output: said, wrong }: Ended): boolean =>
  status !== 0 && said === '' && wrong.startsWith('wine client error');

/** A unit's core, its native library, and the harness that loads it. */
export class Native {
  readonly folder: string = temporaryFolder('native');
  readonly description: ModelDescription;
  readonly core: Uint8Array;
  readonly platform: Platform;
  readonly token: string;
  readonly library: string;
  /** Value reference in FMI 2.0 of each variable's first element. */
  readonly firsts: Map<string, number>;

  private constructor(
    core: Uint8Array,
    description: ModelDescription,
    library: Uint8Array,
    platform: Platform,
    token: string,
    firsts: number[],
  ) {
    this.core = core;
    this.token = token;
    this.description = description;
    this.platform = platform;
    this.library = join(this.folder, platform === 'x86_64-windows' ? 'unit.dll' : 'unit.so');
    this.firsts = new Map(description.variables.map((v, i) => [v.name, firsts[i]]));
    writeFileSync(this.library, library);
    writeFileSync(this.program, harness(platform, this.program), { mode: 0o755 });
  }

  private get program(): string {
    return join(this.folder, 'harness.exe');
  }

  /** Builds a library with the optimization for users, whatever the level of other tests. */
  static release(folder: string, platform: Platform = 'x86_64-linux'): Promise<Native> {
    return released(() => Native.build(folder, platform));
  }

  static async build(folder: string, platform: Platform = 'x86_64-linux'): Promise<Native> {
    const manifest = generateFields(join(root, folder));
    const layout = layoutOf(describe(manifest, '', ''), manifest.variables);
    const compiled = () => componentCore(join(root, folder), manifest);
    // The set-up of the tests has compiled packaged units as for users.
    const blank = await (folder.startsWith('units/') ? released(compiled) : compiled());
    const token = tokenOf(manifest, blank);
    // Core module of the archive.
    const core = withToken(blank, token);
    const [{ library }] = buildNative({ core, token, layout }, [platform]);
    const scalars = scalarsOf(layout);
    const firsts = layout.map(({ vr }) => scalars.findIndex((s) => s.variable === vr));
    return new Native(core, describeUnit(manifest, token, 'test'), library, platform, token, firsts);
  }

  /** Returns the value reference of an element in this version of FMI. */
  reference(version: 2 | 3, name: string, element = 0): number {
    if (version === 2) return (this.firsts.get(name) ?? Number.NaN) + element;
    return this.variable(name).valueReference;
  }

  variable(name: string): Variable {
    const match = this.description.variables.find((v) => v.name === name);
    if (match === undefined) throw new Error(`no variable ${name}`);
    return match;
  }

  /**
   * Makes the calls in the harness, after loading the library with the token. Returns the output.
   */
  calls(version: 2 | 3, lines: readonly string[]): string[] {
    const [emulator, ...options] = [...(runners[this.platform]?.run ?? []), this.program];
    const path =
      this.platform === 'x86_64-windows' ? `Z:${this.library.replaceAll('/', '\\')}` : this.library;
    const input = [`load ${version} ${path}`, `token ${this.token}`, ...lines, ''].join('\n');
    let ended = this.run(emulator, options, input);
    // A wine server that ends as a program starts resets the connection first.
    for (let again = 0; again < 3 && missedServer(ended); again++) ended = this.run(emulator, options, input);
    const { status, output: said, wrong } = ended;
    if (status !== 0) throw new Error(`the harness ended with ${status}: ${said}${wrong}`);
    return said.split(/\r?\n/).slice(2, -1);
  }

  private run(emulator: string, options: readonly string[], input: string): Ended {
    // Output goes to files. Wine's server lives on for seconds and keeps pipes open.
    const files = ['said', 'errors'].map((name) => join(this.folder, name));
    const [out, errors] = files.map((file) => openSync(file, 'w'));
    const { status, signal } = spawnSync(emulator, options, {
      input,
      stdio: ['pipe', out, errors],
      cwd: this.folder,
      env: { ...process.env, WINEDEBUG: '-all' },
    });
    for (const file of [out, errors]) closeSync(file);
    const [output, wrong] = files.map((file) => readFileSync(file, 'utf8'));
    return { status: status ?? signal, output, wrong };
  }

  /**
   * Returns the words of a `run` in the harness: all Float64 inputs in, all Float64 outputs out.
   */
  runOf(version: 2 | 3, what: string, steps: number, H: number): string {
    const elements = (v: Variable): number[] =>
      version === 3
        ? [v.valueReference]
        : Array.from({ length: sizeOf(v) }, (_, k) => this.reference(2, v.name, k));
    const [ins, outs] = [this.inputs.flatMap(elements), this.outputs.flatMap(elements)];
    const values = this.outputs.reduce((n, v) => n + sizeOf(v), 0);
    const words = [what, 0, H, steps, 'in.bin', 'out.bin'];
    const inputCount = this.inputs.reduce((n, v) => n + sizeOf(v), 0);
    return [...words, ins.length, ...ins, outs.length, ...outs, values, inputCount].join(' ');
  }

  get inputs(): Variable[] {
    return this.description.variables.filter((v) => v.causality === 'input' && v.type === 'Float64');
  }

  get outputs(): Variable[] {
    return this.description.variables.filter((v) => v.causality === 'output' && v.type === 'Float64');
  }

  /** Writes the inputs of `steps` steps: sines of different frequencies near the start values. */
  writeDrive(steps: number): Float64Array {
    const starts = this.inputs.flatMap((v) =>
      Array.from({ length: sizeOf(v) }, (_, k) => Number(v.start?.[v.start.length > 1 ? k : 0] ?? 0)),
    );
    const drive = Float64Array.from({ length: steps * starts.length }, (_, k) => {
      const n = Math.floor(k / starts.length);
      const i = k % starts.length;
      const start = starts[i];
      return start + (Math.abs(start) * 1e-3 + 1e-3) * Math.sin((0.01 + 0.003 * i) * n);
    });
    writeFileSync(join(this.folder, 'in.bin'), drive);
    return drive;
  }

  /** Reads the outputs that the harness wrote. */
  read(): Buffer {
    return readFileSync(join(this.folder, 'out.bin'));
  }

  /** Communication step of about a millisecond that the unit accepts [s]. */
  get communicationStep(): number {
    const instance = instantiateWasm(compileCore(this.core, 'unit'), this.description, 'unit');
    instance.initialize(0);
    return communicationStep(instance);
  }

  /**
   * Runs the drive in the wasm host and returns a row of outputs for each step. Ends when the unit
   * gives up, or after this CPU time [s], but makes at least 200 steps.
   */
  inWasm(drive: Float64Array, steps: number, H: number, seconds: number = Number.POSITIVE_INFINITY): Driven {
    const instance = instantiateWasm(compileCore(this.core, 'unit'), this.description, 'unit');
    const began = process.cpuUsage();
    const spent = (): number => {
      const { user, system } = process.cpuUsage(began);
      return 1e-6 * (user + system);
    };
    const ins = this.inputs.map((v) => instance.view(v));
    const outs = this.outputs.map((v) => instance.view(v));
    const result = new Float64Array(steps * outs.reduce((n, { length }) => n + length, 0));
    let at = 0;
    let from = 0;
    instance.initialize(0);
    let [done, gaveUp] = [0, false];
    for (; done < steps && !(done >= 200 && done % 100 === 0 && spent() > seconds); done++) {
      for (const { view, offset, length } of ins)
        for (let k = 0; k < length; k++) view[offset + k] = drive[from++];
      try {
        if (instance.step(done * H, H) !== 0) throw new Error(`step ${done} was discarded`);
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
        gaveUp = true;
        break;
      }
      for (const { view, offset, length } of outs)
        for (let k = 0; k < length; k++) result[at++] = Number(view[offset + k]);
    }
    return { steps: done, gaveUp, rows: result.subarray(0, at) };
  }
}

export function sizeOf(v: Variable): number {
  return v.dimensions.reduce((n, size) => n * size, 1);
}
