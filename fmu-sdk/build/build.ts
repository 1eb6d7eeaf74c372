import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole, zip } from '../archive/write.ts';
import { componentFromCore } from '../component/embed.ts';
import { type ComponentVariable, generateComponentEntry } from '../component/generate.ts';
import { layeredStandard } from '../component/standard.ts';
import { type ModelDescription, takesPolynomial } from '../description/description.ts';
import { writeLayeredStandard, writeModelDescription, writeTerminals } from '../description/write.ts';
import { UserError } from '../error.ts';
import { formatFinding, lintUnit } from '../lint/lint.ts';
import { describe } from '../manifest/describe.ts';
import { type Manifest, maxSizeOf, modelIdentifier, sizeOf, variabilityOf } from '../manifest/manifest.ts';
import { compile } from './compile.ts';
import { generateFields } from './core.ts';
import { documentationPage } from './documentation.ts';
import { generateEntry } from './generate.ts';
import { seal } from './seal.ts';

export interface Built {
  file: string;
  /** Size of the archive [bytes]. */
  bytes: number;
  /** Size of the component in it [bytes]. */
  component: number;
  description: ModelDescription;
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * A unit folder becomes `<out>/<name>.fmu`: unit.json → fields → lint → core wasm → component → archive. The same
 * folder gives the same bytes.
 */
export async function buildUnit(folder: string, out: string): Promise<Built> {
  const manifest = generateFields(folder);
  const findings = lintUnit(join(folder, 'unit.ts'));
  if (findings.length > 0)
    throw new UserError(
      `build ${folder}: the unit breaks rules of the dialect:\n${findings.map(formatFinding).join('\n')}`,
    );
  const token = await tokenOf(manifest, folder);
  const component = await buildComponent(manifest, folder, token);
  const description = describe(manifest, token, `fmukit ${version}`);
  const archive = await zip(contents(manifest, description, component));
  const file = join(out, `${manifest.name}.fmu`);
  writeWhole(file, archive);
  return { file, bytes: archive.length, component: component.length, description };
}

/** The component of a unit, its sealed core module inside. */
export async function buildComponent(manifest: Manifest, folder: string, token: string): Promise<Uint8Array> {
  const meta = {
    instantiationToken: token,
    directionalDerivatives: manifest.directionalDerivatives ?? false,
  };
  const generated = new Map([
    ['entry', generateEntry(manifest)],
    ['component', generateComponentEntry(layoutOf(manifest), meta)],
  ]);
  return componentFromCore(seal(await compile(folder, 'component', generated)));
}

/** A name for exactly this unit: from its manifest and its code. */
async function tokenOf(manifest: Manifest, folder: string): Promise<string> {
  const core = seal(await compile(folder, 'entry', new Map([['entry', generateEntry(manifest)]])));
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
      derivativeSlots: takesPolynomial({ type: v.type, causality: v.causality, variability }),
    };
  });
  return [time, ...variables];
}

function contents(
  manifest: Manifest,
  d: ModelDescription,
  component: Uint8Array,
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
    // Two names are in use: the draft's own, and the one of FMI 3.0 for every layered standard.
    [`${extra}/manifest.xml`, standard],
    [`${extra}/fmi-ls-manifest.xml`, standard],
    ['documentation/index.html', documentationPage(d)],
  ]);
}
