import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from '../../archive/write-zip.ts';
import { packageFile, packageRequire } from '../../util/package-files.ts';

/** Math as AssemblyScript computes it (fdlibm, musl), with the bits of a sealed FMU. */
export type WasmMath = Readonly<Record<string, number | ((x: number, y: number) => number)>>;

const constants = 'E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2'.split(' ');

const unary =
  'abs acos acosh asin asinh atan atanh cbrt ceil cos cosh exp expm1 floor fround log log10 log1p log2 round sign sin sinh sqrt tan tanh trunc'.split(
    ' ',
  );

const binary = 'atan2 hypot max min pow'.split(' ');

const source = [
  ...constants.map((name) => `export function ${name}(): f64 { return Math.${name}; }`),
  ...unary.map((name) => `export function ${name}(x: f64): f64 { return Math.${name}(x); }`),
  ...binary.map((name) => `export function ${name}(x: f64, y: f64): f64 { return Math.${name}(x, y); }`),
].join('\n');

let loaded: Promise<WasmMath> | undefined;

/** Compiles AssemblyScript's Math on first use and caches it in `.fmukit/` of this package. */
export function loadMath(): Promise<WasmMath> {
  loaded ??= instantiate();
  return loaded;
}

async function instantiate(): Promise<WasmMath> {
  const { instance } = await WebAssembly.instantiate((await wasm()) as BufferSource);
  const functions = instance.exports as Record<string, (x?: number, y?: number) => number>;
  return Object.freeze({
    ...Object.fromEntries(constants.map((name) => [name, functions[name]()])),
    ...Object.fromEntries([...unary, ...binary].map((name) => [name, functions[name]])),
  });
}

async function wasm(): Promise<Uint8Array> {
  const { version } = packageRequire('assemblyscript/package.json') as { version: string };
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12);
  const file = packageFile(`.fmukit/math-${version}-${hash}.wasm`);
  if (existsSync(file)) return readFileSync(file);
  const built = await build();
  try {
    writeAtomically(file, built);
  } catch {
    // A read-only package folder only costs a second in each run.
  }
  return built;
}

async function build(): Promise<Uint8Array> {
  const { default: asc } = await import('assemblyscript/asc');
  let binary: Uint8Array | undefined;
  const options = ['-O3', '--runtime', 'stub', '--use', 'abort='];
  const { error, stderr } = await asc.main(['wasm-math.ts', '--outFile', 'math.wasm', ...options], {
    readFile: (name) => (name === 'wasm-math.ts' ? source : null),
    writeFile: (_name, contents) => {
      if (typeof contents !== 'string') binary = contents;
    },
    listFiles: () => null,
  });
  if (binary === undefined) throw new Error(`compile Math: ${stderr.toString()} ${error?.message ?? ''}`);
  return binary;
}
