import {
  elementCount,
  type ModelDescription,
  majorVersion,
  type TypeDefinition,
  type Variable,
} from '../description.ts';

/** Limit of the elements of all variables of an FMU: 800 MB of Float64. */
export const elementLimit = 100_000_000;

/**
 * Completes variables after reading: attributes of the declared type, and sizes in structural
 * parameters. Checks that names and references are unique. Calls `refuse` with the index of a wrong
 * variable.
 */
export function resolveVariables(
  d: Pick<ModelDescription, 'fmiVersion' | 'variables' | 'types'>,
  refuse: (variable: number, what: string) => never,
): void {
  rejectDuplicates(d, refuse);
  const types = new Map(d.types.map((type) => [type.name, type]));
  let byReference: Map<number, Variable> | undefined;
  let elements = 0;
  d.variables.forEach((v, i) => {
    const type = v.declaredType === undefined ? undefined : types.get(v.declaredType);
    if (type !== undefined) inherit(v, type);
    if (v.type === 'Clock' && v.intervalVariability === undefined)
      refuse(i, `the clock ${v.name} lacks an intervalVariability`);
    if (v.dimensionReferences !== undefined) {
      byReference ??= new Map(d.variables.map((other) => [other.valueReference, other]));
      resolveSizes(v, v.dimensionReferences, byReference, (what) => refuse(i, what));
    }
    elements += elementCount(v);
    if (elements > elementLimit)
      refuse(i, `with ${v.name}[${v.dimensions}] the variables have more than ${elementLimit} elements`);
  });
}

const inherited = [
  'quantity',
  'unit',
  'displayUnit',
  'relativeQuantity',
  'unbounded',
  'min',
  'max',
  'nominal',
  'mimeType',
  'maxSize',
  'intervalVariability',
  'intervalDecimal',
  'shiftDecimal',
  'supportsFraction',
  'resolution',
  'intervalCounter',
  'shiftCounter',
  'canBeDeactivated',
  'priority',
] as const;

function inherit(v: Variable, type: TypeDefinition): void {
  if (type.type !== v.type) return;
  for (const field of inherited)
    if (type[field] !== undefined && v[field] === undefined) Object.assign(v, { [field]: type[field] });
}

function resolveSizes(
  v: Variable,
  references: readonly (number | null)[],
  all: ReadonlyMap<number, Variable>,
  refuse: (what: string) => never,
): void {
  references.forEach((reference, k) => {
    if (reference !== null)
      v.dimensions[k] = sizeOf(all.get(reference)) ?? refuse(rejectSize(v, reference, all));
  });
}

function sizeOf(holder: Variable | undefined): number | undefined {
  const size = holder?.dimensions.length === 0 ? Number(holder.start?.[0]) : Number.NaN;
  return Number.isSafeInteger(size) && size > 0 ? size : undefined;
}

function rejectSize(v: Variable, reference: number, all: ReadonlyMap<number, Variable>): string {
  const holder = all.get(reference);
  const problem =
    holder === undefined
      ? 'it does not exist'
      : `${holder.name} has the start value ${holder.start?.join(' ') ?? '(none)'}`;
  return `a size of ${v.name} is in the variable with value reference ${reference}, but ${problem}. Expected a whole number from 1 as size`;
}

function rejectDuplicates(
  d: Pick<ModelDescription, 'fmiVersion' | 'variables'>,
  refuse: (variable: number, what: string) => never,
): void {
  const names = new Set<string>();
  const references = new Set<number>();
  const unique = majorVersion(d) === 3;
  d.variables.forEach((v, i) => {
    if (names.size === names.add(v.name).size) refuse(i, `two variables are named "${v.name}"`);
    for (const alias of v.aliases ?? [])
      if (names.size === names.add(alias.name).size) refuse(i, `two variables are named "${alias.name}"`);
    if (unique && references.size === references.add(v.valueReference).size)
      refuse(i, `two variables have the value reference ${v.valueReference}`);
  });
}
