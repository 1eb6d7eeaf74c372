import { checkValues } from '../../description/values/checked-values.ts';
import { checkValue } from '../../description/values/element-value.ts';
import { itemsWithin, type ValueDeclaration } from '../../description/values/value-declaration.ts';
import { messageOf } from '../../util/user-error.ts';
import { type Manifest, type ManifestVariable, maxSizeOf, sizeOf } from './manifest.ts';

/** A problem of a variable of `unit.json`, with its key. */
export interface Problem {
  key: string;
  what: string;
}

/**
 * Returns the problems of bounds and nominal value: invalid values of the variable's type, or min
 * above max.
 */
export function boundProblems(v: ManifestVariable): Problem[] {
  const type = v.type === 'Enumeration' ? 'Int32' : v.type;
  const scalarDeclaration: ValueDeclaration = { type, unit: v.unit, dimensions: [], items: [] };
  const problems: Problem[] = [];
  const value = (key: 'min' | 'max' | 'nominal'): number | bigint | undefined => {
    try {
      return v[key] === undefined ? undefined : checkValue(scalarDeclaration, v[key]);
    } catch (error) {
      problems.push({ key, what: `${key}: ${messageOf(error)}` });
      return undefined;
    }
  };
  const [min, max] = [value('min'), value('max')];
  value('nominal');
  if (min !== undefined && max !== undefined && min > max)
    problems.push({ key: 'min', what: `min ${min} is above max ${max}. Swap them.` });
  return problems;
}

/**
 * Returns the problem of a variable's start value, if there is one. It gives one value for all
 * elements, or one for each.
 */
export function startProblem(v: ManifestVariable, manifest: Manifest): string | undefined {
  if (v.start === undefined) return undefined;
  const declared = declaredIn(manifest, v);
  const list = Array.isArray(v.start) ? v.start : [v.start];
  const size = sizeOf(v);
  if (list.length !== size && list.length !== 1)
    return `has ${list.length} start values for ${size} elements. Give one, or one for each element.`;
  try {
    checkValues({ ...declared, dimensions: [list.length] }, list);
    return undefined;
  } catch (error) {
    return `start: ${messageOf(error)}`;
  }
}

function declaredIn({ enumerations }: Manifest, v: ManifestVariable): ValueDeclaration {
  const bounds = { min: text(v.min), max: text(v.max) };
  return {
    type: v.type,
    unit: v.unit,
    dimensions: v.dimensions ?? [],
    ...bounds,
    ...(/^(String|Binary)$/.test(v.type) && { maxSize: maxSizeOf(v) }),
    items: itemsWithin(enumerations?.[v.enumeration ?? '']?.items ?? [], bounds),
  };
}

function text(x: number | bigint | string | undefined): string | undefined {
  return x === undefined ? undefined : String(x);
}

/**
 * Returns the variable with its values in the natural form of JSON: numbers, true and false, values
 * of items. Integers beyond 2⁵³ are decimal text. Only values that were text, or are that large,
 * change.
 */
export function withJsonValues(v: ManifestVariable, manifest: Manifest): ManifestVariable {
  const toJson = (x: unknown): unknown => jsonValue(declaredIn(manifest, v), x);
  const start = Array.isArray(v.start) ? v.start.map(toJson) : toJson(v.start);
  const all = { min: toJson(v.min), max: toJson(v.max), nominal: toJson(v.nominal), start };
  // Keys keep their order because the unit's token is computed from them.
  return { ...v, ...Object.fromEntries(Object.entries(all).filter(([, x]) => x !== undefined)) };
}

function jsonValue(v: ValueDeclaration, x: unknown): unknown {
  if ((typeof x !== 'string' && typeof x !== 'bigint') || v.type === 'String' || v.type === 'Binary')
    return x;
  const value = checkValue({ ...v, min: undefined, max: undefined }, x);
  if (v.type === 'Boolean' || v.type === 'Clock') return value === 1;
  if (v.type.startsWith('Float')) return Number(x);
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}
