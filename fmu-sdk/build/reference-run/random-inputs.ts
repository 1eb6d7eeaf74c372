import { integerRanges, isInteger } from '../../description/values/float-types.ts';
import type { Random } from '../../util/seeded-random.ts';
import { type Manifest, type ManifestVariable, polynomialInputs, sizeOf } from '../manifest/manifest.ts';

/**
 * Values for one step of a unit: values of inputs, and [u', u''] of the elements of continuous
 * ones.
 */
export interface InputValues {
  readonly name: string;
  readonly values: number[];
  readonly derivatives?: readonly (readonly [number, number])[];
}

/**
 * Returns random inputs within min and max, or within their own magnitude. Continuous inputs are
 * waves u = a + b sin(ω t + φ) with exact derivatives. A step passes on the first derivative, both
 * or neither.
 *
 * Sometimes a wave changes, which is a jump. The other inputs sometimes take a new value.
 */
export function randomInputs(manifest: Manifest, random: Random): (t: number, H: number) => InputValues[] {
  const continuous = new Set(polynomialInputs(manifest));
  const inputs = manifest.variables.filter((v) => v.causality === 'input');
  const pushes = inputs.map((v) => (continuous.has(v) ? waves(v, random) : jumps(v, manifest, random)));
  return (t, H) => pushes.flatMap((push) => push(t, H) ?? []);
}

/**
 * Returns random parameters within min and max. Parameters without both keep their start values.
 */
export function randomParameters(manifest: Manifest, random: Random): InputValues[] {
  return manifest.variables
    .filter((v) => v.causality === 'parameter')
    .filter(
      (v) => v.type === 'Boolean' || v.type === 'Enumeration' || (v.min !== undefined && v.max !== undefined),
    )
    .map((v) => ({ name: v.name, values: valuesOf(v, manifest, random) }));
}

type InputSource = (t: number, H: number) => InputValues | undefined;

function waves(v: ManifestVariable, random: Random): InputSource {
  const elements = Array.from({ length: sizeOf(v) }, (_, i) => ({ ...range(v, i), wave: [0, 0, 0] }));
  const renew = (item: (typeof elements)[number], H: number): void => {
    // Between 0.001 and 0.1 rad in a step, mostly slow.
    item.wave = [random(), (0.001 + 0.1 * random() ** 3) / H, 2 * Math.PI * random()];
  };
  let isStarted = false;
  return (t, H) => {
    const order = Math.floor(3 * random());
    const derivatives: [number, number][] = [];
    const values = elements.map((element) => {
      if (!isStarted || random() < 0.02) renew(element, H);
      const [share, omega, phase] = element.wave;
      const b = (share * (element.max - element.min)) / 2;
      const angle = omega * t + phase;
      derivatives.push([
        order > 0 ? b * omega * Math.cos(angle) : 0,
        order > 1 ? -b * omega * omega * Math.sin(angle) : 0,
      ]);
      return (element.max + element.min) / 2 + b * Math.sin(angle);
    });
    isStarted = true;
    return { name: v.name, values, derivatives };
  };
}

function jumps(v: ManifestVariable, manifest: Manifest, random: Random): InputSource {
  return () => (random() < 0.1 ? { name: v.name, values: valuesOf(v, manifest, random) } : undefined);
}

function valuesOf(v: ManifestVariable, manifest: Manifest, random: Random): number[] {
  if (v.type === 'String' || v.type === 'Binary') {
    const length = Math.floor(random() * (Math.min(v.maxSize ?? 256, 16) + 1));
    return Array.from({ length }, () => 32 + Math.floor(95 * random()));
  }
  const items = manifest.enumerations?.[v.enumeration ?? '']?.items ?? [];
  return Array.from({ length: sizeOf(v) }, (_, i) => {
    if (v.type === 'Boolean' || v.type === 'Clock') return random() < 0.5 ? 0 : 1;
    if (v.type === 'Enumeration') return items[Math.floor(random() * items.length)].value;
    const { min, max } = range(v, i);
    const value = min + random() * (max - min);
    if (v.type === 'Float32') return Math.fround(value);
    return v.type === 'Float64' ? value : Math.round(value);
  });
}

/**
 * Returns min … max. A missing end lies one magnitude (of the start value or `nominal`, at least 1)
 * from the start value.
 */
function range(v: ManifestVariable, i: number): { min: number; max: number } {
  const start = Number((Array.isArray(v.start) ? v.start[v.start.length === 1 ? 0 : i] : v.start) ?? 0);
  const magnitude = Math.abs(start) || Math.abs(v.nominal ?? 1) || 1;
  const [least, most] = limits(v);
  const below = Math.max(least, start - magnitude);
  const max = Math.min(most, Number(v.max ?? Math.max(start, Number(v.min ?? start)) + magnitude));
  return { min: Math.max(least, Number(v.min ?? Math.min(below, max))), max };
}

/** Returns the values that both the type and the reference run hold exactly. */
function limits({ type }: ManifestVariable): [number, number] {
  if (!isInteger(type)) return [-Infinity, Infinity];
  const [min, max] = integerRanges[type].map(Number);
  return [Math.max(min, Number.MIN_SAFE_INTEGER), Math.min(max, Number.MAX_SAFE_INTEGER)];
}
