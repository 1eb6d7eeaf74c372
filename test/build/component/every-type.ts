import { fileURLToPath } from 'node:url';
import { compile } from '../../../fmu-sdk/build/compiler/compile-unit.ts';
import { componentFromCore } from '../../../fmu-sdk/build/component/embed-component.ts';
import { generateComponentEntry } from '../../../fmu-sdk/build/component/generate-glue.ts';
import { generateEntry, generateVariables } from '../../../fmu-sdk/build/generate/unit-sources-text.ts';
import { layoutOf } from '../../../fmu-sdk/build/layout/variable-layout.ts';
import { describe } from '../../../fmu-sdk/build/manifest/describe-unit.ts';
import type { Manifest, ManifestVariable } from '../../../fmu-sdk/build/manifest/manifest.ts';
import { seal } from '../../../fmu-sdk/build/seal/seal-module.ts';

/**
 * Unit with a variable of every type, arrays, and an internal step of 1 ms: Euler for x' = u − k x.
 */

export const token = '{9f7a3c52-0d5e-4f11-8c60-6b8a5f1c2d3e}';

type Rest = Partial<ManifestVariable>;
const input = (name: string, type: ManifestVariable['type'], rest: Rest = {}): ManifestVariable => ({
  name,
  type,
  causality: 'input',
  variability: type === 'Float64' ? 'continuous' : 'discrete',
  start: type === 'String' || type === 'Binary' ? '' : type === 'Boolean' || type === 'Clock' ? false : 0,
  ...rest,
});
const output = (name: string, type: ManifestVariable['type'], rest: Rest = {}): ManifestVariable => ({
  name,
  type,
  causality: 'output',
  variability: type === 'Float64' ? 'continuous' : 'discrete',
  ...rest,
});

export const manifest: Manifest = {
  name: 'every-type',
  version: '1.0.0',
  description: 'A variable of every type.',
  directionalDerivatives: true,
  enumerations: { Law: { items: [1, 2, 3].map((value) => ({ name: `law${value}`, value })) } },
  variables: [
    input('u', 'Float64', { start: 0.5 }),
    input('v', 'Float64', { dimensions: [3], start: [1, 2, 3] }),
    input('f32', 'Float32', { dimensions: [2], start: [0, 0] }),
    input('s8', 'Int8', { dimensions: [3], start: [0, 0, 0] }),
    input('s16', 'Int16'),
    input('s32', 'Int32', { dimensions: [2], start: [0, 0] }),
    input('s64', 'Int64'),
    input('u8', 'UInt8'),
    input('u16', 'UInt16', { dimensions: [3], start: [0, 0, 0] }),
    input('u32', 'UInt32'),
    input('u64', 'UInt64', { dimensions: [2], start: [0, 0] }),
    input('flags', 'Boolean', { dimensions: [3], start: [false, false, false] }),
    input('text', 'String', { maxSize: 40, start: 'grüß' }),
    input('blob', 'Binary', { maxSize: 20, start: '00ff' }),
    input('tick', 'Clock'),
    input('law', 'Enumeration', { enumeration: 'Law', start: 1 }),
    { name: 'k', type: 'Float64', causality: 'parameter', variability: 'fixed', start: 3 },
    { name: 'gain', type: 'Float64', causality: 'parameter', variability: 'tunable', start: 2 },
    { name: 'order', type: 'Int32', causality: 'structuralParameter', variability: 'fixed', start: 4 },
    { name: 'k2', type: 'Float64', causality: 'calculatedParameter', variability: 'fixed' },
    { name: 'internal', type: 'Float64', causality: 'local', variability: 'continuous' },
    output('x', 'Float64'),
    output('w', 'Float64', { dimensions: [3] }),
    output('half', 'Float32'),
    output('steps', 'Int64'),
    output('any', 'Boolean'),
    output('echo', 'String', { maxSize: 40 }),
    output('copy', 'Binary', { maxSize: 20 }),
    output('next', 'Enumeration', { enumeration: 'Law', start: 1 }),
    output('sum', 'Int32'),
    input('words', 'String', { maxSize: 12, dimensions: [2], start: ['eins', 'zwei'] }),
    output('swapped', 'String', { maxSize: 12, dimensions: [2] }),
  ],
};

/** Returns the value reference of a variable. */
export function vr(name: string): number {
  const i = manifest.variables.findIndex((v) => v.name === name);
  if (i < 0) throw new Error(`no variable ${name}`);
  return i + 1;
}

export const source: string = `import { Bytes, fail } from 'fmukit/author';
import { EveryTypeVariables, Law } from './variables';

export class EveryType extends EveryTypeVariables {
  override internalStep(): f64 { return 0.001; }

  override initialize(): void {
    this.k2 = this.k * this.k;
    this.x = this.gain * this.u;
    this.internal = Math.sin(this.x);
  }

  override doStep(t: f64, h: f64): void {
    if (this.u > 1.0e6) fail('u is beyond 1e6');
    this.x += h * (this.u - this.k * this.x);
    this.internal = Math.sin(this.x) + f64(this.s16) + f64(this.s64);
    for (let i: i32 = 0; i < 3; i++) this.w[i] += h * this.v[i] * this.internal + f64(this.f32[i % 2]);
    this.half = f32(this.x / 2.0);
    this.steps = i64(f64(this.steps) + 1.0);
    this.any = this.flags[0] || this.flags[1] || this.flags[2];
    this.sum = i32(this.s8[0]) + i32(this.u16[2]) + this.s32[1];
    this.next = this.law == Law.law3 ? Law.law1 : this.law + 1;
    copy(this.text, this.echo);
    copy(this.blob, this.copy);
    copy(this.words[0], this.swapped[1]);
    copy(this.words[1], this.swapped[0]);
  }

  override partial(unknown: i32, i: i32, known: i32, k: i32): f64 {
    return f64(unknown) * 1000.0 + f64(i) * 100.0 + f64(known) + f64(k) / 10.0;
  }
}

function copy(from: Bytes, to: Bytes): void {
  to.length = from.length;
  for (let i: i32 = 0; i < from.length; i++) to.data[i] = from.data[i];
}
`;

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Builds the sealed core module with the glue, before it is wrapped. */
export function buildCoreModule(): Promise<Uint8Array> {
  const meta = { instantiationToken: token, directionalDerivatives: true, events: false };
  const generated = new Map([
    ['unit', source],
    ['variables', generateVariables(manifest)],
    ['entry', generateEntry(manifest)],
    ['component', generateComponentEntry(layoutOf(describe(manifest, '', ''), manifest.variables), meta)],
  ]);
  return compile(folder, 'component', generated).then(seal);
}

export async function build(): Promise<Uint8Array> {
  return componentFromCore(await buildCoreModule());
}
