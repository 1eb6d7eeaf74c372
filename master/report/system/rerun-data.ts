import { basename } from 'node:path';
import type { ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import { autoScheme } from '../../advise/auto-scheme.ts';
import { couplings } from '../../coupling/scheme-registry.ts';
import { sourceOf } from '../../system/source-system.ts';
import type { CheckedSystem, ParameterValue, SystemFile, UnitOfSystem } from '../../system/system.ts';
import { packed } from './bit-planes.ts';
import { packBinary, runsInPages } from './page-binaries.ts';
import type { Again, AgainField } from './run-page-data.ts';

/** Returns the data to run a system again, or the reason why a page cannot. */
export function rerunDataOf(
  system: CheckedSystem,
  fingerprint: string,
): { again: Again; linkers: Record<string, string> } | string {
  const written = sourceOf(system);
  if (written === undefined) return 'the original system file is not available';
  const foreign = system.units.filter(({ binary }) => !runsInPages(binary)).map(({ name }) => name);
  if (foreign.length > 0)
    return `a page runs only WebAssembly, and ${foreign.join(', ')} ${foreign.length === 1 ? 'is' : 'are'} native code`;
  const paths = new Map<string, string>();
  const linkers: Record<string, string> = {};
  const numbers = new Map<unknown, number>();
  const units: Again['units'] = [];
  const named = Object.entries(written.system.units).map(([name, unit], k): [string, UnitOfSystem] => {
    const { binary, description } = system.units[k];
    const { bytes, script, binary: form } = packBinary(binary);
    for (const byte of bytes) if (!numbers.has(byte)) numbers.set(byte, numbers.size);
    // Equal code that is called in another way counts as another FMU.
    const known = JSON.stringify([form, ...bytes.map((byte) => numbers.get(byte))]);
    const path = paths.get(known) ?? pathFor(unit.fmu, paths);
    if (!paths.has(known)) {
      paths.set(known, path);
      units.push({ path, description: JSON.stringify(description), binary: form, bytes: bytes.map(packed) });
    }
    if (script !== undefined && form.form === 'component') linkers[form.translated?.key ?? ''] = script;
    const { allow: _, requireSignature: __, ...unitSettings } = unit;
    return [name, { ...unitSettings, fmu: path }];
  });
  const { requireSignature: _, inputs, ...rest } = written.system;
  const file: SystemFile = {
    ...rest,
    ...(inputs === undefined ? {} : { inputs: 'inputs.rows' }),
    units: Object.fromEntries(named),
  };
  const again: Again = {
    system: JSON.parse(
      JSON.stringify(file, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ),
    prefix: written.prefix,
    units,
    inputs:
      written.rows === undefined ? null : packed(new TextEncoder().encode(JSON.stringify(written.rows))),
    fields: system.units.flatMap(({ name, description }) =>
      fieldsOf(name, description, written.system.units[name]),
    ),
    schemes: [...couplings.all.map(({ name }) => name), autoScheme.name],
    fingerprint,
  };
  return { again, linkers };
}

/** Returns the name of an archive without its folders, with a number if the name is taken. */
function pathFor(fmu: string, usedPaths: ReadonlyMap<string, string>): string {
  const name = basename(fmu);
  const names = new Set(usedPaths.values());
  for (let k = 2; ; k++) {
    const path = k === 2 && !names.has(name) ? name : `${k}-${name}`;
    if (!names.has(path)) return path;
  }
}

/** Returns the scalar parameters that can be set before a run, in the order of the description. */
function fieldsOf(unit: string, description: ModelDescription, unitSettings: UnitOfSystem): AgainField[] {
  return description.variables
    .filter(
      ({ causality, variability, dimensions, type }) =>
        causality === 'parameter' &&
        (variability === 'fixed' || variability === 'tunable') &&
        dimensions.length === 0 &&
        type !== 'String' &&
        type !== 'Binary' &&
        type !== 'Clock',
    )
    .map((variable) => field(unit, description, variable, unitSettings));
}

function field(
  unit: string,
  { types }: ModelDescription,
  variable: Variable,
  unitSettings: UnitOfSystem,
): AgainField {
  const { name, type, unit: unitOfMeasure = '', description = '', declaredType } = variable;
  const set = unitSettings.parameters?.[name] ?? unitSettings.start?.[name];
  const base = { unit, name, unitOfMeasure, description };
  const items =
    type === 'Enumeration'
      ? (types.find((candidate) => candidate.name === declaredType)?.items ?? [])
      : type === 'Boolean'
        ? [
            { name: 'false', value: 0 },
            { name: 'true', value: 1 },
          ]
        : undefined;
  if (items !== undefined) {
    const text = textOf(set) ?? variable.start?.[0] ?? '';
    const item = items.find((candidate) => candidate.name === text || String(candidate.value) === text);
    return { ...base, value: item?.name ?? text, items: items.map((element) => element.name) };
  }
  const value = textOf(set) ?? variable.start?.[0] ?? '0';
  const whole = !type.startsWith('Float');
  return {
    ...base,
    value: whole ? value : shortText(value),
    range: rangeOf(Number(value), variable, whole),
    whole,
  };
}

function textOf(value: ParameterValue | undefined): string | undefined {
  return value === undefined || Array.isArray(value) ? undefined : String(value);
}

/** Formats a number with the fewest characters: 1e12, not 1000000000000. */
function shortText(text: string): string {
  const decimal = String(Number(text));
  const power = Number(text).toExponential().replace('e+', 'e');
  return power.length < decimal.length ? power : decimal;
}

/** Returns the ends of a slider: declared bounds, or from zero to twice the value. */
function rangeOf(value: number, { min, max }: Variable, whole: boolean): [number, number] {
  const far = Math.abs(value) > 0 ? 2 * Math.abs(value) : whole ? 10 : 1;
  const low = Number(min ?? (value < 0 ? -far : 0));
  const high = Number(max ?? (value < 0 ? 0 : far));
  return [Math.max(low, -far), Math.min(high, Math.max(far, low))];
}
