import {
  className,
  type Manifest,
  type ManifestVariable,
  maxSizeOf,
  polynomialInputs,
  sizeOf,
} from '../manifest/manifest.ts';
import { indicatorsOf, statesOf } from '../manifest/model-exchange-states.ts';
import { clockMembers } from './clock-members.ts';
import { announcedVariables, discreteMembers } from './discrete-members.ts';
import { modelExchangeMembers } from './model-exchange-members.ts';

const fieldTypes: Record<string, string> = {
  Float32: 'f32',
  Float64: 'f64',
  Int8: 'i8',
  UInt8: 'u8',
  Int16: 'i16',
  UInt16: 'u16',
  Int32: 'i32',
  UInt32: 'u32',
  Int64: 'i64',
  UInt64: 'u64',
  Boolean: 'bool',
  Clock: 'bool',
  Enumeration: 'i32',
};

/** First line of a generated `variables.ts`. Any other file belongs to the author. */
export const generatedMark = '// Generated from unit.json';

/** Returns the source of `variables.ts`: the class of typed fields that the author extends. */
export function generateVariables(manifest: Manifest): string {
  const name = `${className(manifest.name)}Variables`;
  const bytes = manifest.variables.some((v) => isBytes(v));
  const inputs = polynomialInputs(manifest);
  const integrates = statesOf(manifest).length > 0;
  const crowds = integrates && indicatorsOf(manifest).length > 0;
  const counts = indicatorsOf(manifest).some(({ dimensions }) => dimensions !== undefined);
  const lines = [
    `${generatedMark} by \`fmu build\`; do not edit.`,
    `import { ${[...(bytes ? ['Bytes'] : []), 'Unit', ...(crowds ? ['crowdWords'] : []), ...(integrates ? ['integrate'] : []), ...(crowds ? ['keepSides'] : []), ...(counts ? ['numberText'] : [])].join(', ')} } from 'fmukit/author';`,
    ...Object.entries(manifest.enumerations ?? {}).flatMap(([type, { items }]) => [
      '',
      `export enum ${type} {`,
      ...items.map((item) => `  ${item.name} = ${item.value},`),
      '}',
    ]),
    ...keptDiscretes(manifest),
    '',
    `export abstract class ${name} extends Unit {`,
    ...manifest.variables.flatMap((v) => field(v, manifest)),
    '  /** u(t_n), its first and its second derivative, for each element of each continuous Float64 input. */',
    `  polynomials: StaticArray<f64> = new StaticArray<f64>(${3 * inputs.reduce((n, v) => n + sizeOf(v), 0)});`,
    ...constructorOf(manifest),
    ...clockMembers(manifest),
    ...discreteMembers(manifest),
    ...modelExchangeMembers(manifest),
    ...polynomialMethods(inputs),
    '}',
    '',
  ];
  return lines.join('\n');
}

/**
 * Returns the source of the module's entry: one instance, and the numeric functions for the host.
 *
 * @param addressOf returns the expression for the address of a variable
 */
export function generateEntry(
  manifest: Manifest,
  addressOf: (v: ManifestVariable) => string = fieldAddress,
): string {
  const unit = className(manifest.name);
  const addresses = manifest.variables.map((v, i) => `addresses[${i + 1}] = <u32>(${addressOf(v)});`);
  return `import { ${unit} as TheUnit } from './unit';
import { Runner, failure as reason } from 'fmukit/author';

const unit: TheUnit = new TheUnit();
const runner: Runner = new Runner(unit);
const addresses: StaticArray<u32> = new StaticArray<u32>(${addresses.length + 1});
addresses[0] = <u32>(changetype<usize>(unit) + offsetof<TheUnit>('time'));
${addresses.join('\n')}

// The state is the memory below this address; a pristine copy of it, for reset, lies above.
const end: usize = heap.alloc(16);
const pristine: usize = heap.alloc(end);
memory.copy(pristine, 0, end);

export function stateSize(): usize { return end; }
export function reset(): void { memory.copy(0, pristine, end); }
export function table(): usize { return changetype<usize>(addresses); }
export function derivatives(): usize { return changetype<usize>(unit.polynomials); }
export function internalStep(): f64 { return unit.internalStep(); }
export function initialize(t: f64): void { runner.initialize(t); }
export function begin(t: f64, H: f64): i32 { return runner.begin(t, H); }
export function micro(i: i32): void { runner.micro(i); }
export function step(t: f64, H: f64): i32 { return runner.step(t, H); }
export function partial(u: i32, i: i32, k: i32, j: i32): f64 { return unit.partial(u, i, k, j); }
export function nextEvent(): f64 { return runner.events.named(); }
export function eventDue(): i32 { return i32(runner.events.due()); }
export function evaluateEvent(): i32 { return i32(runner.events.evaluate()); }
export function updateEvent(): void { runner.events.update(); }
export function takeClock(k: i32): void { runner.events.take(k); }
export function clockQualifier(k: i32): i32 { return runner.events.qualifier(k); }
export function clockInterval(k: i32): f64 { return runner.events.current(k); }
export function setClockInterval(k: i32, T: f64): void { unit.setClockInterval(k, T); }
export function clockShift(k: i32): f64 { return unit.clockShift(k); }
export function setClockShift(k: i32, s: f64): void { unit.setClockShift(k, s); }
export function clockResolution(k: i32): f64 { return unit.clockResolution(k); }
${indicatorsOf(manifest).length === 0 ? '' : 'export function endAtEvents(on: i32): void { runner.endsAtEvents = on !== 0; }\n'}export function evaluate(): void { unit.derivatives(); }
export function failure(): usize { return changetype<usize>(reason.message); }
`;
}

/**
 * Returns the address of a variable's field. For a String or Binary variable it is the place of the
 * pointers to the `Bytes` of its elements.
 */
function fieldAddress({ name, dimensions }: ManifestVariable): string {
  return dimensions === undefined
    ? `changetype<usize>(unit) + offsetof<TheUnit>('${name}')`
    : `changetype<usize>(unit.${name})`;
}

/** Returns a class with fields for the values that `keepDiscretes` keeps. */
function keptDiscretes(manifest: Manifest): string[] {
  const variables = announcedVariables(manifest);
  if (variables.length === 0) return [];
  return ['', 'class KeptDiscretes {', ...variables.flatMap((v) => field(v, manifest)), '}'];
}

function isBytes(v: ManifestVariable): boolean {
  return v.type === 'String' || v.type === 'Binary';
}

function field(v: ManifestVariable, manifest: Manifest): string[] {
  const unit = v.unit === undefined ? '' : ` [${v.unit}]`;
  const constant = v.variability === 'constant' ? 'constant ' : '';
  const text =
    `${constant}${v.causality}${unit}${v.description === undefined ? '' : `: ${v.description}`}`.replaceAll(
      '*/',
      '* /',
    );
  const doc = `  /** ${text} */`;
  if (isBytes(v) && v.dimensions !== undefined)
    return [doc, `  readonly ${v.name}: StaticArray<Bytes> = Bytes.array(${sizeOf(v)}, ${maxSizeOf(v)});`];
  if (isBytes(v)) return [doc, `  readonly ${v.name}: Bytes = new Bytes(${maxSizeOf(v)});`];
  const type = fieldTypes[v.type];
  if (v.dimensions !== undefined)
    return [doc, `  readonly ${v.name}: StaticArray<${type}> = new StaticArray<${type}>(${sizeOf(v)});`];
  return [doc, `  ${v.name}: ${type} = ${literal(v, startOf(v, 0) ?? itemOf(v, manifest))};`];
}

/** Returns the default start value of an enumeration: 1, or its first item where 1 is undefined. */
function itemOf(v: ManifestVariable, { enumerations = {} }: Manifest): number | undefined {
  if (v.type !== 'Enumeration') return undefined;
  const values = enumerations[v.enumeration ?? '']?.items.map(({ value }) => value) ?? [];
  return values.includes(1) ? 1 : values[0];
}

function startOf(v: ManifestVariable, i: number): number | boolean | string | undefined {
  if (!Array.isArray(v.start)) return v.start;
  return v.start[v.start.length === 1 ? 0 : i];
}

function literal(v: ManifestVariable, value: number | boolean | string | undefined): string {
  if (v.type === 'Boolean' || v.type === 'Clock') return value === true ? 'true' : 'false';
  // A literal beyond 2⁵³ names its type.
  if (typeof value === 'string') return `${fieldTypes[v.type]}(${value})`;
  if (!v.type.startsWith('Float')) return String(value ?? 0);
  const number = Number(value ?? 0);
  const text = String(number);
  const real = /[.e]/.test(text) ? text : `${text}.0`;
  return v.type === 'Float32' ? `f32(${real})` : real;
}

function constructorOf(manifest: Manifest): string[] {
  const lines: string[] = [];
  for (const v of manifest.variables) {
    if (v.start === undefined && v.type !== 'Enumeration') continue;
    if (isBytes(v)) {
      for (let i = 0; i < sizeOf(v); i++) {
        const target = v.dimensions === undefined ? `this.${v.name}` : `this.${v.name}[${i}]`;
        const start = String(startOf(v, i));
        const data = v.type === 'String' ? new TextEncoder().encode(start) : Buffer.from(start, 'hex');
        data.forEach((byte, k) => {
          lines.push(`    ${target}.data[${k}] = ${byte};`);
        });
        lines.push(`    ${target}.length = ${data.length};`);
      }
    } else if (v.dimensions !== undefined) {
      for (let i = 0; i < sizeOf(v); i++) {
        const value = startOf(v, i) ?? itemOf(v, manifest);
        if (Number(value) !== 0) lines.push(`    this.${v.name}[${i}] = ${literal(v, value)};`);
      }
    }
  }
  return lines.length === 0 ? [] : ['', '  constructor() {', '    super();', ...lines, '  }'];
}

function polynomialMethods(inputs: ManifestVariable[]): string[] {
  if (inputs.length === 0) return [];
  const hold: string[] = [];
  const at: string[] = [];
  let slot = 0;
  for (const v of inputs) {
    for (let i = 0; i < sizeOf(v); i++) {
      const target = v.dimensions === undefined ? `this.${v.name}` : `unchecked(this.${v.name}[${i}])`;
      const assign = (value: string): string =>
        v.dimensions === undefined
          ? `    ${target} = ${value};`
          : `    unchecked((this.${v.name}[${i}] = ${value}));`;
      hold.push(`    unchecked((c[${slot}] = ${target}));`);
      const c = [0, 1, 2].map((k) => `unchecked(c[${slot + k}])`);
      at.push(assign(`${c[0]} + tau * (${c[1]} + 0.5 * tau * ${c[2]})`));
      slot += 3;
    }
  }
  return [
    '',
    '  override holdInputs(): void {',
    '    const c: StaticArray<f64> = this.polynomials;',
    ...hold,
    '  }',
    '',
    '  override inputsAt(t: f64): void {',
    '    const c: StaticArray<f64> = this.polynomials;',
    '    const tau: f64 = t - this.stepStart;',
    ...at,
    '  }',
  ];
}
