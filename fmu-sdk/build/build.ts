import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole, zip } from '../archive/write.ts';
import { componentFromCore } from '../component/embed.ts';
import { type ComponentVariable, generateComponentEntry } from '../component/generate.ts';
import { layeredStandard } from '../component/standard.ts';
import { type ModelDescription, takesPolynomial } from '../description/description.ts';
import { withoutClocks } from '../description/without-clocks.ts';
import { writeLayeredStandard, writeModelDescription, writeTerminals } from '../description/write.ts';
import { writeModelDescription2 } from '../description/write2.ts';
import { UserError } from '../error.ts';
import { formatFinding, lintUnit } from '../lint/lint.ts';
import { describe } from '../manifest/describe.ts';
import { type Manifest, maxSizeOf, modelIdentifier, sizeOf, variabilityOf } from '../manifest/manifest.ts';
import { clockKind, clocksOf, hasEvents, intervalIsSettable } from './clocks.ts';
import { compile } from './compile.ts';
import { binaryPath, type Platform } from './compilers.ts';
import { generateFields } from './core.ts';
import { documentationPage } from './documentation.ts';
import { generateEntry } from './generate.ts';
import { buildNative, type NativeBinary } from './native.ts';
import { seal } from './seal.ts';

export interface BuildOptions {
  /** Versions of FMI to write an archive for; 3 when left out. */
  fmi?: readonly (2 | 3)[];
  /** Platforms to make native binaries for; none when left out. */
  native?: readonly Platform[];
}

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

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * A unit folder becomes `<out>/<name>.fmu`: unit.json → fields → lint → core wasm → component → archive; and where
 * asked for, native binaries in it and `<out>/<name>-fmi2.fmu`. The same folder gives the same bytes.
 */
export async function buildUnit(folder: string, out: string, options: BuildOptions = {}): Promise<Built> {
  const manifest = generateFields(folder);
  const findings = lintUnit(join(folder, 'unit.ts'));
  if (findings.length > 0)
    throw new UserError(
      `build ${folder}: the unit breaks rules of the dialect:\n${findings.map(formatFinding).join('\n')}`,
    );
  const core = seal(await compile(folder, 'entry', new Map([['entry', generateEntry(manifest)]])));
  const token = tokenOf(manifest, core);
  const description = describe(manifest, token, `fmukit ${version}`, internalStepOf(core));
  const { fmi = [3], native: platforms = [] } = options;
  const native = nativeOf(manifest, core, token, platforms);
  const component = await buildComponent(manifest, folder, token);
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
  const unit = {
    core,
    modelIdentifier: modelIdentifier(manifest.name),
    token,
    layout: layoutOf(manifest),
    directionalDerivatives: manifest.directionalDerivatives ?? false,
    events: hasEvents(manifest),
  };
  return buildNative(unit, platforms);
}

/** The component of a unit, its sealed core module inside. */
export async function buildComponent(manifest: Manifest, folder: string, token: string): Promise<Uint8Array> {
  const meta = {
    instantiationToken: token,
    directionalDerivatives: manifest.directionalDerivatives ?? false,
    events: hasEvents(manifest),
  };
  const generated = new Map([
    ['entry', generateEntry(manifest)],
    ['component', generateComponentEntry(layoutOf(manifest), meta)],
  ]);
  return componentFromCore(seal(await compile(folder, 'component', generated)));
}

/** A name for exactly this unit: from its manifest and its code. */
function tokenOf(manifest: Manifest, core: Uint8Array): string {
  const hash = createHash('sha256').update(JSON.stringify(manifest)).update(core).digest('hex');
  return `{${[hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')}}`;
}

export function layoutOf(manifest: Manifest): ComponentVariable[] {
  const time: ComponentVariable = {
    vr: 0,
    type: 'Float64',
    size: 1,
    causality: 'independent',
    variability: 'continuous',
  };
  const clocks = clocksOf(manifest);
  const variables = manifest.variables.map((v, i): ComponentVariable => {
    const values = manifest.enumerations?.[v.enumeration ?? '']?.items.map((item) => item.value);
    const bytes = v.type === 'String' || v.type === 'Binary';
    const variability = variabilityOf(v);
    return {
      vr: i + 1,
      type: v.type,
      size: sizeOf(v),
      causality: v.causality,
      variability,
      ...(values === undefined ? {} : { min: Math.min(...values), max: Math.max(...values) }),
      ...(bytes ? { maxSize: maxSizeOf(v) } : {}),
      ...(v.type === 'Clock'
        ? { clock: { index: clocks.indexOf(v), kind: clockKind(v), settable: intervalIsSettable(v) } }
        : {}),
      derivativeSlots: takesPolynomial({ type: v.type, causality: v.causality, variability }),
    };
  });
  return [time, ...variables];
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
