import { clockKind } from '../layout/clock-layout.ts';
import { type Manifest, type ManifestVariable, variabilityOf } from './manifest.ts';
import { indicatorsOf } from './model-exchange-states.ts';

export function clocksOf(manifest: Manifest): ManifestVariable[] {
  return manifest.variables.filter((v) => v.type === 'Clock');
}

export function hasEvents(manifest: Manifest): boolean {
  return manifest.events === true || clocksOf(manifest).length > 0 || indicatorsOf(manifest).length > 0;
}

/** Names of the fields that a time-based Clock has beside its own. */
export function clockFields(v: ManifestVariable): string[] {
  return [[], ['Interval', 'Shift'], ['Interval'], ['Interval']][clockKind(v)].map(
    (end) => `${v.name}${end}`,
  );
}

/** What is wrong with a variable of type Clock (FMI 3.0, 2.2.9 and 2.4.7). */
export function clockProblems(v: ManifestVariable, names: ReadonlyMap<string, ManifestVariable>): string[] {
  const problems: string[] = [];
  const kind = v.intervalVariability ?? 'triggered';
  const periodic = clockKind(v) === 1;
  const ofItsOwn = [v.intervalDecimal, v.shiftDecimal, v.intervalCounter, v.shiftCounter];
  if (!/^(input|output|local)$/.test(v.causality))
    problems.push(`a Clock is an input, an output or local, not a ${v.causality}.`);
  if (v.causality !== 'input' && kind !== 'triggered')
    problems.push(`a Clock that is ${v.causality} is triggered, not ${kind}.`);
  if (v.dimensions !== undefined) problems.push('a Clock has no dimensions.');
  if (periodic && v.intervalDecimal === undefined && v.intervalCounter === undefined)
    problems.push(`a ${kind} Clock ticks in an interval. Add "intervalDecimal" [s].`);
  if (v.intervalDecimal !== undefined && v.intervalCounter !== undefined)
    problems.push('its interval is there twice. Keep "intervalDecimal" or "intervalCounter".');
  if (v.shiftDecimal !== undefined && v.resolution !== undefined)
    problems.push('with a resolution its shift is a "shiftCounter". Write that in place of "shiftDecimal".');
  if (v.intervalDecimal !== undefined && v.resolution !== undefined)
    problems.push(
      'with a resolution its interval is an "intervalCounter". Write that in place of "intervalDecimal".',
    );
  if (v.resolution === undefined && (v.intervalCounter ?? v.shiftCounter) !== undefined)
    problems.push('counters count fractions of a second. Add "resolution", their number in 1 s.');
  if (v.resolution !== undefined && kind === 'triggered')
    problems.push('a triggered Clock has no times, so that it has no resolution.');
  if (!periodic && ofItsOwn.some((each) => each !== undefined))
    problems.push(`a ${kind} Clock has no interval or shift of its own.`);
  if (v.clocks !== undefined && v.causality === 'input') problems.push('an input Clock depends on no other.');
  if (v.previous !== undefined) problems.push('a Clock has no previous value. Remove "previous".');
  problems.push(...wrongClocks(v, names));
  for (const field of clockFields(v))
    if (names.has(field)) problems.push(`the SDK adds a field "${field}" to it. Rename that variable.`);
  return problems;
}

/** The interval with which a Clock begins, and its shift [s]. */
export function clockTimes(v: ManifestVariable): [interval: number, shift: number] {
  const { resolution = 1, intervalCounter, shiftCounter } = v;
  return [
    v.intervalDecimal ?? (intervalCounter ?? 0) / resolution,
    v.shiftDecimal ?? (shiftCounter ?? 0) / resolution,
  ];
}

/** What is wrong with a clocked variable that is no Clock (FMI 3.0, 2.2.8.3). */
export function clockedProblems(v: ManifestVariable, names: ReadonlyMap<string, ManifestVariable>): string[] {
  const problems: string[] = [];
  const discrete = (w: ManifestVariable): boolean => variabilityOf(w) === 'discrete';
  problems.push(...wrongClocks(v, names));
  for (const key of ofClocks)
    if (v[key] !== undefined) problems.push(`only a Clock has "${key}". Remove it.`);
  if (v.clocks !== undefined && (!discrete(v) || /arameter$/.test(v.causality)))
    problems.push('what changes at ticks of a Clock is discrete. Say "variability": "discrete".');
  if (v.previous === undefined) return problems;
  const before = names.get(v.previous);
  if (v.clocks === undefined)
    problems.push('only what changes at ticks of a Clock has a previous value. Add "clocks".');
  if (before === undefined || before === v)
    problems.push(`there is no other variable "${v.previous}". Name one of unit.json.`);
  else if (before.type !== v.type || String(before.dimensions) !== String(v.dimensions))
    problems.push(`${before.name} is of another type or size. Make them the same.`);
  else if (/String|Binary/.test(v.type))
    problems.push(`a ${v.type} has no previous value that the SDK keeps.`);
  else if (!discrete(before) || before.causality === 'input' || /arameter$/.test(before.causality))
    problems.push(`${before.name} is to be a discrete output or local variable.`);
  const other = [...names.values()].find((w) => w !== v && w.previous === v.previous);
  if (other !== undefined)
    problems.push(`${other.name} has its previous value in ${v.previous} too. Give each its own variable.`);
  if (delays(v, names).at(-1) === v)
    problems.push(`it is its own previous value, by way of ${v.previous}. Take one "previous" away.`);
  return problems;
}

/** What a Clock alone has. */
const ofClocks = [
  'intervalVariability',
  'intervalDecimal',
  'shiftDecimal',
  'resolution',
  'intervalCounter',
  'shiftCounter',
] as const;

function wrongClocks(v: ManifestVariable, names: ReadonlyMap<string, ManifestVariable>): string[] {
  const clocks = v.clocks ?? [];
  const problems = clocks
    .filter((name) => names.get(name)?.type !== 'Clock' || name === v.name)
    .map((name) => `there is no ${name === v.name ? 'other ' : ''}Clock "${name}". Name one of unit.json.`);
  if (new Set(clocks).size < clocks.length) problems.push('it names a Clock twice. Leave one away.');
  return problems;
}

/** The variable that keeps the previous value of v, the one that keeps that one's, and so on; ends where v comes again. */
function delays(v: ManifestVariable, names: ReadonlyMap<string, ManifestVariable>): ManifestVariable[] {
  const found = new Set<ManifestVariable>();
  let next = names.get(v.previous ?? '');
  while (next !== undefined && !found.has(next)) {
    found.add(next);
    next = next === v ? undefined : names.get(next.previous ?? '');
  }
  return [...found];
}

/** Clocked states in an order in which each hands its value on before it is overwritten: the end of a row of delays comes first. */
export function clockedStates({ variables }: Manifest): ManifestVariable[] {
  const names = new Map(variables.map((v) => [v.name, v]));
  const states = variables.filter(({ previous }) => previous !== undefined);
  return states.sort((a, b) => delays(a, names).length - delays(b, names).length);
}
