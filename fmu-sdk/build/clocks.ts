import type { Manifest, ManifestVariable } from '../manifest/manifest.ts';

/** How a Clock ticks, as fmu-sdk/author/events.ts numbers it. */
const clockKinds: Record<string, number> = { triggered: 0, constant: 1, fixed: 1, tunable: 1, changing: 2 };

export function clockKind(v: Pick<ManifestVariable, 'intervalVariability'>): number {
  return clockKinds[v.intervalVariability ?? 'triggered'];
}

/** When an importer may set the interval: 0 never, 1 in Initialization Mode, 2 also in Event Mode. */
export function intervalIsSettable(v: Pick<ManifestVariable, 'intervalVariability'>): number {
  const modes: Record<string, number> = { fixed: 1, tunable: 2 };
  return modes[v.intervalVariability ?? ''] ?? 0;
}

export function clocksOf(manifest: Manifest): ManifestVariable[] {
  return manifest.variables.filter((v) => v.type === 'Clock');
}

export function hasEvents(manifest: Manifest): boolean {
  return manifest.events === true || clocksOf(manifest).length > 0;
}

/** Names of the fields that a time-based Clock has beside its own. */
export function clockFields(v: ManifestVariable): string[] {
  return [[], ['Interval', 'Shift'], ['Interval']][clockKind(v)].map((end) => `${v.name}${end}`);
}

/** Fields and methods of the generated class through which the SDK knows the Clocks. */
export function clockMembers(manifest: Manifest): string[] {
  if (!hasEvents(manifest)) return [];
  const clocks = clocksOf(manifest);
  const lines = clocks.flatMap((v) => {
    const docs = [`time between ticks of ${v.name} [s]`, `time of its first tick after the start [s]`];
    const starts = [v.intervalDecimal ?? 0, v.shiftDecimal ?? 0];
    return clockFields(v).flatMap((field, i) => [
      `  /** Clock: ${docs[i]} */`,
      `  ${field}: f64 = ${real(starts[i])};`,
    ]);
  });
  const choose = (value: (v: ManifestVariable) => string | undefined, otherwise: string): string[] => [
    ...clocks.flatMap((v, k) => {
      const text = value(v);
      return text === undefined ? [] : [`    if (k == ${k}) return ${text};`];
    }),
    `    return ${otherwise};`,
    '  }',
  ];
  const assign = (value: (v: ManifestVariable) => string | undefined): string[] => [
    ...clocks.flatMap((v, k) => {
      const text = value(v);
      return text === undefined ? [] : [`    if (k == ${k}) ${text};`];
    }),
    '  }',
  ];
  return [
    ...lines,
    '',
    '  override hasEvents(): bool {',
    '    return true;',
    '  }',
    '  override clockCount(): i32 {',
    `    return ${clocks.length};`,
    '  }',
    '  override clockKind(k: i32): i32 {',
    ...choose((v) => String(clockKind(v)), '0'),
    '  override clockIsInput(k: i32): bool {',
    ...choose((v) => (v.causality === 'input' ? 'true' : undefined), 'false'),
    '  override clockActive(k: i32): bool {',
    ...choose((v) => `this.${v.name}`, 'false'),
    '  override setClock(k: i32, active: bool): void {',
    ...assign((v) => `this.${v.name} = active`),
    '  override clockInterval(k: i32): f64 {',
    ...choose((v) => (clockKind(v) > 0 ? `this.${v.name}Interval` : undefined), '0.0'),
    '  override setClockInterval(k: i32, interval: f64): void {',
    ...assign((v) => (intervalIsSettable(v) > 0 ? `this.${v.name}Interval = interval` : undefined)),
    '  override clockShift(k: i32): f64 {',
    ...choose((v) => (clockKind(v) === 1 ? `this.${v.name}Shift` : undefined), '0.0'),
  ];
}

function real(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
