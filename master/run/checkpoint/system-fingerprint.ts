import { createHash, type Hash } from 'node:crypto';
import type { CheckedSystem } from '../../system/system.ts';

/** What a system is, part by part: SHA-256 of each. */
export interface Fingerprint {
  readonly units: readonly { readonly name: string; readonly sha256: string; readonly native: boolean }[];
  readonly parts: Readonly<Record<string, string>>;
}

/** Parts of a system, and what is said where they differ. */
const parts = {
  units: 'start values or parameters of its units are other',
  connections: 'its connections are other',
  bonds: 'its bonds are other',
  interfaceModels: 'its interface models are other',
  lines: 'its lines are other',
  joints: 'its joints are other',
  scheme: 'its scheme is another',
  sequence: 'the sequence of its units is another',
  options: 'the options of its scheme are other',
  groups: 'its groups are other',
  step: 'its communication step is another',
  order: 'its order is another',
  startTime: 'its start time is another',
  stopTime: 'its stop time is another',
  record: 'what is recorded of it is other',
  inputs: 'what drives its inputs is other',
} as const;

/** Neither where files lie nor how much time units may take is part of it. */
export function fingerprintOf(system: CheckedSystem): Fingerprint {
  const { units } = system;
  const said = { ...system, units: units.map(({ name, step, values }) => ({ name, step, values })) };
  return {
    units: units.map(({ name, binary, description }) => ({
      name,
      sha256: digest([binary, description]),
      native: binary.form === 'native',
    })),
    parts: Object.fromEntries(
      Object.keys(parts).map((key) => [key, digest(said[key as keyof typeof parts])]),
    ),
  };
}

/** How a system differs from what it was, in words; undefined where it does not. */
export function difference(now: Fingerprint, was: Fingerprint): string | undefined {
  const names = ({ units }: Fingerprint): string => units.map(({ name }) => name).join(', ');
  if (names(now) !== names(was)) return `its units are ${names(now)}, and were ${names(was)}`;
  const other = now.units.find(({ sha256 }, k) => sha256 !== was.units[k].sha256);
  if (other !== undefined) {
    const before = was.units[now.units.indexOf(other)].sha256;
    return `the unit ${other.name} is another (SHA-256 ${other.sha256.slice(0, 16)}…, and was ${before.slice(0, 16)}…)`;
  }
  const key = Object.keys(parts).find((each) => now.parts[each] !== was.parts[each]);
  return key === undefined ? undefined : parts[key as keyof typeof parts];
}

function digest(value: unknown): string {
  const hash = createHash('sha256');
  feed(hash, value);
  return hash.digest('hex');
}

/** A value as bytes that no other value has; a variable by its name, a file without its place. */
function feed(hash: Hash, value: unknown): void {
  if (ArrayBuffer.isView(value)) {
    hash.update(`bytes ${value.byteLength} `);
    hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  } else if (Array.isArray(value)) {
    hash.update(`[${value.length} `);
    for (const each of value) feed(hash, each);
  } else if (value instanceof Map) feed(hash, [...value]);
  else if (value instanceof Set) feed(hash, [...value]);
  else if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([name, each]) => name !== 'file' && each !== undefined);
    hash.update(`{${fields.length} `);
    for (const [name, each] of fields) {
      hash.update(`${name} `);
      feed(hash, name === 'variable' ? (each as { name: string }).name : each);
    }
  } else
    hash.update(`${typeof value} ${String(value).length} ${Object.is(value, -0) ? '-0' : String(value)} `);
}
