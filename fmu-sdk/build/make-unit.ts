import { createHash } from 'node:crypto';
import { zip } from '../archive/write-zip.ts';
import type { CoSimulation, ModelDescription } from '../description/description.ts';
import { withoutClocks } from '../description/variables/without-clocks.ts';
import { writeModelDescription2 } from '../description/write-fmi2.ts';
import { writeModelDescription, writeTerminals } from '../description/write-model-description.ts';
import { buildNative, type NativeBinary } from '../export/native-library.ts';
import { type WitKind, witKinds } from '../host/component/canonical-abi/wit-interfaces.ts';
import { compileCore } from '../host/wasm/core-interface.ts';
import { instantiateWasm } from '../host/wasm/wasm-instance.ts';
import { binaryPath, type Platform } from '../util/c-compiler/compilers.ts';
import { UserError } from '../util/user-error.ts';
import type { BuildOptions } from './build-options.ts';
import { componentFromCore } from './component/embed-component.ts';
import { layeredStandardFiles } from './component/standard-in-glue.ts';
import { documentationPage } from './documentation-page.ts';
import { generationTool } from './generation-tool.ts';
import { layoutOf } from './layout/variable-layout.ts';
import { formatFinding } from './lint/lint-unit.ts';
import { lintFolders } from './lint-folders.ts';
import { clocksOf } from './manifest/clock-fields.ts';
import { describe } from './manifest/describe-unit.ts';
import { type Manifest, modelIdentifier } from './manifest/manifest.ts';
import { type BuiltInterface, interfacesOf } from './manifest/model-exchange-states.ts';
import { type CarriedFmus, carriedImport } from './pack/carried/carried-fmu.ts';
import { carriedTable } from './pack/carried/carried-table.ts';
import { withToken } from './seal/blank-token.ts';
import { compileComponent, componentCore } from './seal/component-core.ts';
import { seal } from './seal/seal-module.ts';
import { tryInThread } from './trial/bounded-trial.ts';
import { smokeTestOf } from './trial/smoke-test.ts';
import { fileBySource, type Source } from './unit-sources.ts';

/** Artifacts of a unit folder. */
export interface BuildArtifacts {
  /** A name for exactly this unit. */
  token: string;
  /** The internal step with which it starts [s]. */
  internalStep: number;
  archives: { name: string; content: Uint8Array }[];
  /** Size of the component [bytes]. */
  component: number;
  native: NativeBinary[];
}

/**
 * Builds the archives of a unit folder: fields, lint, core module, trial, component, archive of FMI
 * 3.0. On request it adds native libraries and an archive of FMI 2.0. Equal sources give equal
 * bytes.
 */
export async function buildArtifacts(
  folder: string,
  manifest: Manifest,
  options: Required<BuildOptions>,
  source: Source,
): Promise<BuildArtifacts> {
  const findings = lintFolders(new Map([[folder, manifest]]), { read: fileBySource(folder, source) });
  if (findings.length > 0)
    throw new UserError(`build ${folder}: the unit breaks rules of the dialect:`, {
      details: findings.map(formatFinding),
    });
  const core = await componentCore(folder, manifest, options, source);
  await tryInThread({ folder, manifest, core }, options);
  return artifactsOf(manifest, core, options);
}

/** Builds the archives of a sealed core module with the blank token. */
export async function artifactsOf(
  manifest: Manifest,
  core: Uint8Array,
  options: Required<BuildOptions>,
): Promise<BuildArtifacts> {
  const token = tokenOf(manifest, core);
  const internalStep = internalStepOf(manifest, core);
  const description = describe(manifest, token, generationTool(), internalStep, options.interfaces);
  const steps = options.interfaces.includes('cs');
  const extra = options.smokeTest && steps ? smokeTestOf(core, description) : new Map<string, string>();
  const machine = withToken(core, token);
  const native = nativeOf(manifest, machine, token, options);
  const component = await componentFromCore(machine, witKindsOf(options.interfaces));
  const archives: BuildArtifacts['archives'] = [];
  for (const release of options.fmi) {
    const files =
      release === 3
        ? new Map([...contents3(manifest, description, native, component), ...extra])
        : contents2(description, native);
    const name = release === 3 ? `${manifest.name}.fmu` : `${manifest.name}-fmi2.fmu`;
    archives.push({ name, content: await zip(files) });
  }
  return { token, internalStep, archives, component: component.length, native };
}

/**
 * Builds the archives of a pack that carries FMUs of other tools. They have native libraries and no
 * component, because a component cannot load libraries.
 */
export async function containerOf(
  manifest: Manifest,
  core: Uint8Array,
  carried: CarriedFmus,
  { fmi, native: platforms }: Pick<Required<BuildOptions>, 'fmi' | 'native'>,
): Promise<BuildArtifacts> {
  const { files, fmus, hasStates, ...once } = carried;
  const token = tokenOf(manifest, core, files);
  const internalStep = manifest.defaultExperiment?.stepSize ?? 0;
  const built = describe(manifest, token, generationTool(), internalStep, ['cs']);
  const states = { canGetAndSetFMUState: hasStates, canSerializeFMUState: hasStates };
  const coSimulation = { ...(built.coSimulation as CoSimulation), ...once, ...states };
  const description = { ...built, coSimulation };
  const layout = layoutOf(description, manifest.variables);
  const code = { import: carriedImport, table: (platform: Platform) => carriedTable(fmus, platform) };
  const native = buildNative({ core: withToken(core, token), token, layout, carried: code }, platforms);
  const archives: BuildArtifacts['archives'] = [];
  for (const release of fmi) {
    const contents =
      release === 3 ? contents3(manifest, description, native) : contents2(description, native);
    const name = release === 3 ? `${manifest.name}.fmu` : `${manifest.name}-fmi2.fmu`;
    archives.push({ name, content: await zip(new Map([...contents, ...files])) });
  }
  return { token, internalStep, archives, component: 0, native };
}

/** Returns the internal step with which a unit starts [s]. A parameter may change it. */
function internalStepOf(manifest: Manifest, core: Uint8Array): number {
  const { name } = manifest;
  return instantiateWasm(compileCore(core, name), describe(manifest, '', ''), name).internalStep();
}

function nativeOf(
  manifest: Manifest,
  core: Uint8Array,
  token: string,
  { native: platforms, interfaces, fmi }: Required<BuildOptions>,
): NativeBinary[] {
  if (platforms.length === 0) return [];
  const exchange = interfaces.includes('me');
  if (exchange && fmi.includes(2) && clocksOf(manifest).length > 0)
    throw new UserError(
      `build ${manifest.name} for FMI 2.0: model exchange of FMI 2.0 does not support Clocks, and the unit has some. Build it for co-simulation only (--interfaces cs, in code interfaces: ['cs']).`,
    );
  const layout = layoutOf(describe(manifest, token, ''), manifest.variables);
  return buildNative({ core, token, layout, exchange }, platforms);
}

/** The component of a unit, its sealed core module inside. */
export async function buildComponent(manifest: Manifest, folder: string, token: string): Promise<Uint8Array> {
  const kinds = witKindsOf(interfacesOf(manifest));
  return componentFromCore(await buildComponentCore(manifest, folder, token), kinds);
}

/** The core module of the component, before it is wrapped: native libraries are made of it too. */
export async function buildComponentCore(
  manifest: Manifest,
  folder: string,
  token: string,
): Promise<Uint8Array> {
  return seal(await compileComponent(manifest, folder, token, interfacesOf(manifest)));
}

/** A component has the calls of co-simulation in any case. */
function witKindsOf(interfaces: readonly BuiltInterface[]): readonly WitKind[] {
  return interfaces.includes('me') ? witKinds : ['co-simulation'];
}

/** A name for exactly this unit: from its manifest and its code. */
export function tokenOf(
  manifest: Manifest,
  core: Uint8Array,
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): string {
  const all = createHash('sha256').update(JSON.stringify(manifest)).update(core);
  for (const [path, content] of files) all.update(path).update(content);
  const hash = all.digest('hex');
  return `{${[hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')}}`;
}

/** An archive of FMI 2.0: native binaries alone. */
function contents2(d: ModelDescription, native: readonly NativeBinary[]): Map<string, string | Uint8Array> {
  if (native.length === 0)
    throw new UserError(
      `build ${d.modelName} for FMI 2.0: it needs a native binary. Add a platform such as x86_64-linux (--native, in code native).`,
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
  native: readonly NativeBinary[],
  component?: Uint8Array,
): Map<string, string | Uint8Array> {
  return new Map<string, string | Uint8Array>([
    ['modelDescription.xml', writeModelDescription(d)],
    ...(d.terminals.length === 0
      ? []
      : ([['terminalsAndIcons/terminalsAndIcons.xml', writeTerminals(d.terminals)]] as [string, string][])),
    ...(component === undefined
      ? []
      : ([
          [`binaries/wasm32-wasip2/${modelIdentifier(manifest.name)}.wasm`, component],
          ...layeredStandardFiles(),
        ] as [string, string | Uint8Array][])),
    ...binariesOf(d, native, 3),
    ['documentation/index.html', documentationPage(d)],
  ]);
}
