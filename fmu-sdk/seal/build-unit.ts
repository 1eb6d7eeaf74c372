import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { writeWhole, zip } from '../archive/write.ts';
import { binaryPath, type Platform } from '../c-compiler/compilers.ts';
import { componentFromCore } from '../component/embed.ts';
import { generateComponentEntry } from '../component/generate.ts';
import { layeredStandard } from '../component/standard.ts';
import type { ModelDescription } from '../description/description.ts';
import { withoutClocks } from '../description/without-clocks.ts';
import { writeLayeredStandard, writeModelDescription, writeTerminals } from '../description/write.ts';
import { writeModelDescription2 } from '../description/write2.ts';
import { UserError } from '../error.ts';
import { buildNative, type NativeBinary } from '../export-c/export-c.ts';
import { layoutOf } from '../layout/layout.ts';
import { formatFinding, lintUnit } from '../lint/lint.ts';
import { hasEvents } from '../manifest/clocks.ts';
import { describe } from '../manifest/describe.ts';
import { type Manifest, modelIdentifier } from '../manifest/manifest.ts';
import { packageVersion } from '../package.ts';
import { tryInThread } from './bounded-trial.ts';
import { compile } from './compile.ts';
import { generateFields, sealedCore } from './core.ts';
import { documentationPage } from './documentation.ts';
import { generateEntry } from './generate.ts';
import { seal } from './seal.ts';

/** What is made beside the sealed unit of FMI 3.0. */
export interface BuildOptions {
  /** Versions of FMI to write an archive for; 3 when left out. */
  fmi?: readonly (2 | 3)[];
  /** Platforms to make native binaries for; none when left out. */
  native?: readonly Platform[];
  /** CPU time of one call of the unit while it is tried [s]: its constructor, its initialization, a step; 10 when left out. */
  stepSeconds?: number;
}

/** What a build has written. */
export interface Built {
  /** The first archive: FMI 3.0 where asked for. */
  file: string;
  /** Size of the archive [bytes]. */
  bytes: number;
  archives: { file: string; bytes: number }[];
  /** Size of the component [bytes]. */
  component: number;
  native: NativeBinary[];
  description: ModelDescription;
}

/**
 * A unit folder becomes `<out>/<name>.fmu`: unit.json → fields → lint → core wasm → trial → component → archive; and where
 * asked for, native binaries in it and `<out>/<name>-fmi2.fmu`. The same folder gives the same bytes.
 */
export async function buildUnit(folder: string, out: string, options: BuildOptions = {}): Promise<Built> {
  const manifest = generateFields(folder);
  const findings = lintUnit(join(folder, 'unit.ts'));
  if (findings.length > 0)
    throw new UserError(
      `build ${folder}: the unit breaks rules of the dialect:\n${findings.map(formatFinding).join('\n')}`,
    );
  const core = await sealedCore(folder, manifest, options);
  await tryInThread({ folder, manifest, core }, options);
  const token = tokenOf(manifest, core);
  const description = describe(manifest, token, `fmukit ${packageVersion()}`, internalStepOf(core));
  const { fmi = [3], native: platforms = [] } = options;
  const machine = await buildComponentCore(manifest, folder, token);
  const native = nativeOf(manifest, machine, token, platforms);
  const component = await componentFromCore(machine);
  const archives: Built['archives'] = [];
  for (const release of [...fmi].sort((a, b) => b - a)) {
    const files =
      release === 3 ? contents3(manifest, description, component, native) : contents2(description, native);
    const archive = await zip(files);
    const file = join(out, release === 3 ? `${manifest.name}.fmu` : `${manifest.name}-fmi2.fmu`);
    writeWhole(file, archive);
    archives.push({ file, bytes: archive.length });
  }
  return { ...archives[0], archives, component: component.length, native, description };
}

/** The internal step with which a unit starts [s]; a parameter may change it. */
function internalStepOf(core: Uint8Array): number {
  const { internalStep } = new WebAssembly.Instance(new WebAssembly.Module(core as BufferSource)).exports;
  return (internalStep as () => number)();
}

function nativeOf(
  manifest: Manifest,
  core: Uint8Array,
  token: string,
  platforms: readonly Platform[],
): NativeBinary[] {
  if (platforms.length === 0) return [];
  return buildNative({ core, token, layout: layoutOf(describe(manifest, token, '')) }, platforms);
}

/** The component of a unit, its sealed core module inside. */
export async function buildComponent(manifest: Manifest, folder: string, token: string): Promise<Uint8Array> {
  return componentFromCore(await buildComponentCore(manifest, folder, token));
}

/** The core module of the component, before it is wrapped: native libraries are made of it too. */
export async function buildComponentCore(
  manifest: Manifest,
  folder: string,
  token: string,
): Promise<Uint8Array> {
  const meta = {
    instantiationToken: token,
    directionalDerivatives: manifest.directionalDerivatives ?? false,
    events: hasEvents(manifest),
  };
  const generated = new Map([
    ['entry', generateEntry(manifest)],
    ['component', generateComponentEntry(layoutOf(describe(manifest, token, '')), meta)],
  ]);
  return seal(await compile(folder, 'component', generated));
}

/** A name for exactly this unit: from its manifest and its code. */
function tokenOf(manifest: Manifest, core: Uint8Array): string {
  const hash = createHash('sha256').update(JSON.stringify(manifest)).update(core).digest('hex');
  return `{${[hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')}}`;
}

/** An archive of FMI 2.0: native binaries alone. */
function contents2(d: ModelDescription, native: readonly NativeBinary[]): Map<string, string | Uint8Array> {
  if (native.length === 0)
    throw new UserError(
      `build ${d.modelName} for FMI 2.0: it needs a native binary. Add --native x86_64-linux or another platform.`,
    );
  return new Map<string, string | Uint8Array>([
    ['modelDescription.xml', writeModelDescription2(withoutClocks(d))],
    ...binariesOf(d, native, 2),
    ['documentation/index.html', documentationPage({ ...d, fmiVersion: '2.0' })],
  ]);
}

function binariesOf(
  d: ModelDescription,
  native: readonly NativeBinary[],
  fmi: 2 | 3,
): [string, Uint8Array][] {
  return native.map(({ platform, library }) => [
    binaryPath(platform, fmi, modelIdentifier(d.modelName)),
    library,
  ]);
}

function contents3(
  manifest: Manifest,
  d: ModelDescription,
  component: Uint8Array,
  native: readonly NativeBinary[],
): Map<string, string | Uint8Array> {
  const standard = writeLayeredStandard(
    layeredStandard.name,
    layeredStandard.version,
    layeredStandard.description,
  );
  const extra = `extra/${layeredStandard.name}`;
  return new Map<string, string | Uint8Array>([
    ['modelDescription.xml', writeModelDescription(d)],
    ...(d.terminals.length === 0
      ? []
      : ([['terminalsAndIcons/terminalsAndIcons.xml', writeTerminals(d.terminals)]] as [string, string][])),
    [`binaries/wasm32-wasip2/${modelIdentifier(manifest.name)}.wasm`, component],
    ...binariesOf(d, native, 3),
    // Two names are in use: the draft's own, and the one of FMI 3.0 for every layered standard.
    [`${extra}/manifest.xml`, standard],
    [`${extra}/fmi-ls-manifest.xml`, standard],
    ['documentation/index.html', documentationPage(d)],
  ]);
}
