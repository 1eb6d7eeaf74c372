import { clockKind, intervalIsSettable } from '../layout/clock-layout.ts';
import { clockedStates, clockFields, clocksOf, clockTimes, hasEvents } from '../manifest/clock-fields.ts';
import { type Manifest, type ManifestVariable, sizeOf } from '../manifest/manifest.ts';

/** Returns the fields and methods of the generated class that describe Clocks to the SDK. */
export function clockMembers(manifest: Manifest): string[] {
  if (!hasEvents(manifest)) return [];
  const clocks = clocksOf(manifest);
  return [
    ...clocks.flatMap(timeFields),
    '',
    '  override hasEvents(): bool {',
    '    return true;',
    '  }',
    '  override clockCount(): i32 {',
    `    return ${clocks.length};`,
    '  }',
    ...activationMethods(clocks),
    ...timeMethods(clocks),
    ...previousMethod(manifest, clocks),
  ];
}

/** Returns the fields of the interval and the shift of a Clock. */
function timeFields(v: ManifestVariable): string[] {
  const docs = [`time between ticks of ${v.name} [s]`, `time of its first tick after the start [s]`];
  const countdown = v.intervalVariability === 'countdown';
  if (countdown) docs[0] = `set it in onEvent or initialize: ${v.name} ticks so much later, once [s]`;
  const starts = clockTimes(v).map((time) => (countdown ? 'NaN' : real(time)));
  return clockFields(v).flatMap((field, i) => [
    `  /** Clock: ${docs[i]} */`,
    `  ${field}: f64 = ${starts[i]};`,
  ]);
}

/** Function that returns the code for a Clock, or undefined if the Clock needs none. */
type ClockCode = (v: ManifestVariable) => string | undefined;

/** Returns the body of a method that returns `value` of Clock k, or `otherwise`. */
function choose(clocks: readonly ManifestVariable[], value: ClockCode, otherwise: string): string[] {
  return [
    ...clocks.flatMap((v, k) => {
      const text = value(v);
      return text === undefined ? [] : [`    if (k == ${k}) return ${text};`];
    }),
    `    return ${otherwise};`,
    '  }',
  ];
}

/** Returns the body of a method that executes `statement` of Clock k. */
function execute(clocks: readonly ManifestVariable[], statement: ClockCode): string[] {
  return [
    ...clocks.flatMap((v, k) => {
      const text = statement(v);
      return text === undefined ? [] : [`    if (k == ${k}) ${text};`];
    }),
    '  }',
  ];
}

/** Returns the methods for the kinds of the Clocks and their activation. */
function activationMethods(clocks: readonly ManifestVariable[]): string[] {
  return [
    '  override clockKind(k: i32): i32 {',
    ...choose(clocks, (v) => String(clockKind(v)), '0'),
    '  override clockIsInput(k: i32): bool {',
    ...choose(clocks, (v) => (v.causality === 'input' ? 'true' : undefined), 'false'),
    '  override clockActive(k: i32): bool {',
    ...choose(clocks, (v) => `this.${v.name}`, 'false'),
    '  override setClock(k: i32, active: bool): void {',
    ...execute(clocks, (v) => `this.${v.name} = active`),
  ];
}

/** Returns the methods for the intervals, shifts and resolutions of the Clocks. */
function timeMethods(clocks: readonly ManifestVariable[]): string[] {
  const hasSettableShift = clocks.some((v) => intervalIsSettable(v) > 0);
  const hasResolution = clocks.some((v) => v.resolution !== undefined);
  return [
    '  override clockInterval(k: i32): f64 {',
    ...choose(clocks, (v) => (clockKind(v) > 0 ? `this.${v.name}Interval` : undefined), '0.0'),
    '  override setClockInterval(k: i32, interval: f64): void {',
    ...execute(clocks, (v) =>
      intervalIsSettable(v) > 0 || clockKind(v) === 3 ? `this.${v.name}Interval = interval` : undefined,
    ),
    '  override clockShift(k: i32): f64 {',
    ...choose(clocks, (v) => (clockKind(v) === 1 ? `this.${v.name}Shift` : undefined), '0.0'),
    ...(hasSettableShift
      ? [
          '  override setClockShift(k: i32, shift: f64): void {',
          ...execute(clocks, (v) => (intervalIsSettable(v) > 0 ? `this.${v.name}Shift = shift` : undefined)),
        ]
      : []),
    ...(hasResolution
      ? [
          '  override clockResolution(k: i32): f64 {',
          ...choose(clocks, (v) => (v.resolution === undefined ? undefined : real(v.resolution)), '0.0'),
        ]
      : []),
  ];
}

/** Returns the method that copies clocked states at a tick, if the unit has any. */
function previousMethod(manifest: Manifest, clocks: readonly ManifestVariable[]): string[] {
  if (manifest.variables.every((v) => v.previous === undefined)) return [];
  return [
    '  override keepPrevious(k: i32): void {',
    ...clocks.flatMap((clock, k) => {
      const states = clockedStates(manifest).filter((v) => v.clocks?.includes(clock.name));
      return states.length === 0 ? [] : [`    if (k == ${k}) {`, ...states.map(previousValueCode), '    }'];
    }),
    '  }',
  ];
}

/** Returns code that sets a clocked state to its value of the last tick. */
function previousValueCode(v: ManifestVariable): string {
  if (v.dimensions === undefined) return `      this.${v.previous} = this.${v.name};`;
  return `      for (let i: i32 = 0; i < ${sizeOf(v)}; i++) this.${v.previous}[i] = this.${v.name}[i];`;
}

function real(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
