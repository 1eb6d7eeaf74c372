import { createHash, type Hash } from 'node:crypto';
import type { CheckedSystem } from '../../system/system.ts';

/** SHA-256 of each part of a system. */
export interface Fingerprint {
  readonly units: readonly { readonly name: string; readonly sha256: string; readonly native: boolean }[];
  readonly parts: Readonly<Record<string, string>>;
}

/** Parts of a system, with the texts for differences. */
const parts = {
  units: 'start values or parameters of its units differ',
  connections: 'its connections differ',
  bonds: 'its bonds differ',
  interfaceModels: 'its interface models differ',
  lines: 'its lines differ',
  joints: 'its joints differ',
  scheme: 'its scheme differs',
  sequence: 'the sequence of its units differs',
  options: 'the options of its scheme differ',
  groups: 'its groups differ',
  step: 'its communication step differs',
  order: 'its order differs',
  startTime: 'its start time differs',
  stopTime: 'its stop time differs',
  record: 'its recorded variables differ',
  inputs: 'its input data differ',
} as const;

/** Returns the fingerprint of a system, without file locations and time limits. */
export function fingerprintOf(system: CheckedSystem): Fingerprint {
  const { units } = system;
  const content = { ...system, units: units.map(({ name, step, values }) => ({ name, step, values })) };
  return {
    units: units.map(({ name, binary, description }) => ({
      name,
      sha256: digest([binary, description]),
      native: binary.form === 'native',
    })),
    parts: Object.fromEntries(
      Object.keys(parts).map((key) => [key, digest(content[key as keyof typeof parts])]),
    ),
  };
}

/** Describes how a system differs from its earlier state. Undefined without a difference. */
export function difference(now: Fingerprint, was: Fingerprint): string | undefined {
  const names = ({ units }: Fingerprint): string => units.map(({ name }) => name).join(', ');
  if (names(now) !== names(was)) return `its units are ${names(now)}, but were ${names(was)}`;
  const other = now.units.find(({ sha256 }, k) => sha256 !== was.units[k].sha256);
  if (other !== undefined) {
    const before = was.units[now.units.indexOf(other)].sha256;
    return `the unit ${other.name} differs (SHA-256 ${other.sha256.slice(0, 16)}…, was ${before.slice(0, 16)}…)`;
  }
  const key = Object.keys(parts).find((candidate) => now.parts[candidate] !== was.parts[candidate]);
  return key === undefined ? undefined : parts[key as keyof typeof parts];
}

function digest(value: unknown): string {
  const hash = createHash('sha256');
  feed(hash, value);
  return hash.digest('hex');
}

/** Hashes a value in a unique form. A variable enters by its name, a file without its location. */
function feed(hash: Hash, value: unknown): void {
  if (ArrayBuffer.isView(value)) {
    hash.update(`bytes ${value.byteLength} `);
    hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  } else if (Array.isArray(value)) {
    hash.update(`[${value.length} `);
    for (const item of value) feed(hash, item);
  } else if (value instanceof Map) feed(hash, [...value]);
  else if (value instanceof Set) feed(hash, [...value]);
  else if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(
      ([name, fieldValue]) => name !== 'file' && fieldValue !== undefined,
    );
    hash.update(`{${fields.length} `);
    for (const [name, fieldValue] of fields) {
      hash.update(`${name} `);
      feed(hash, name === 'variable' ? (fieldValue as { name: string }).name : fieldValue);
    }
  } else
    hash.update(`${typeof value} ${String(value).length} ${Object.is(value, -0) ? '-0' : String(value)} `);
}
