import { clockKind } from '../layout/clock-layout.ts';
import { type Manifest, type ManifestVariable, variabilityOf } from './manifest.ts';
import { indicatorsOf } from './model-exchange-states.ts';

export function clocksOf(manifest: Manifest): ManifestVariable[] {
  return manifest.variables.filter((v) => v.type === 'Clock');
}

export function hasEvents(manifest: Manifest): boolean {
  return manifest.events === true || clocksOf(manifest).length > 0 || indicatorsOf(manifest).length > 0;
}

/** Returns the names of the additional fields of a time-based Clock. */
export function clockFields(v: ManifestVariable): string[] {
  return [[], ['Interval', 'Shift'], ['Interval'], ['Interval']][clockKind(v)].map(
    (end) => `${v.name}${end}`,
  );
}

/** Returns the problems of a variable of type Clock (FMI 3.0, 2.2.9 and 2.4.7). */
export function clockProblems(v: ManifestVariable, names: ReadonlyMap<string, ManifestVariable>): string[] {
  const problems: string[] = [];
  const kind = v.intervalVariability ?? 'triggered';
  const periodic = clockKind(v) === 1;
  const ofItsOwn = [v.intervalDecimal, v.shiftDecimal, v.intervalCounter, v.shiftCounter];
  if (!/^(input|output|local)$/.test(v.causality))
    problems.push(`a Clock must be an input, an output or local, not a ${v.causality}.`);
  if (v.causality !== 'input' && kind !== 'triggered')
    problems.push(`a Clock that is ${v.causality} must be triggered, not ${kind}.`);
  if (v.dimensions !== undefined) problems.push('a Clock cannot have dimensions. Remove them.');
  if (periodic && v.intervalDecimal === undefined && v.intervalCounter === undefined)
    problems.push(`a ${kind} Clock needs an interval. Add "intervalDecimal" [s].`);
  if (v.intervalDecimal !== undefined && v.intervalCounter !== undefined)
    problems.push('its interval is declared twice. Keep "intervalDecimal" or "intervalCounter".');
  if (v.shiftDecimal !== undefined && v.resolution !== undefined)
    problems.push('a Clock with a resolution needs "shiftCounter". Write it in place of "shiftDecimal".');
  if (v.intervalDecimal !== undefined && v.resolution !== undefined)
    problems.push(
      'a Clock with a resolution needs "intervalCounter". Write it in place of "intervalDecimal".',
    );
  if (v.resolution === undefined && (v.intervalCounter ?? v.shiftCounter) !== undefined)
    problems.push('counters count fractions of a second. Add "resolution", the number of fractions in 1 s.');
  if (v.resolution !== undefined && kind === 'triggered')
    problems.push('a triggered Clock ticks at unknown times and cannot have a resolution. Remove it.');
  if (!periodic && ofItsOwn.some((candidate) => candidate !== undefined))
    problems.push(`a ${kind} Clock cannot declare an interval or a shift. Remove them.`);
  if (v.clocks !== undefined && v.causality === 'input')
    problems.push('an input Clock cannot depend on other Clocks. Remove "clocks".');
  if (v.previous !== undefined) problems.push('a Clock cannot have a previous value. Remove "previous".');
  problems.push(...wrongClocks(v, names));
  for (const field of clockFields(v))
    if (names.has(field)) problems.push(`the SDK needs the field "${field}" for it. Rename that variable.`);
  return problems;
}

/** Returns the initial interval of a Clock and its shift [s]. */
export function clockTimes(v: ManifestVariable): [interval: number, shift: number] {
  const { resolution = 1, intervalCounter, shiftCounter } = v;
  return [
    v.intervalDecimal ?? (intervalCounter ?? 0) / resolution,
    v.shiftDecimal ?? (shiftCounter ?? 0) / resolution,
  ];
}

/** Returns the problems of a clocked variable other than a Clock (FMI 3.0, 2.2.8.3). */
export function clockedProblems(v: ManifestVariable, names: ReadonlyMap<string, ManifestVariable>): string[] {
  const problems: string[] = [];
  const discrete = (w: ManifestVariable): boolean => variabilityOf(w) === 'discrete';
  problems.push(...wrongClocks(v, names));
  for (const key of clockOnlyKeys)
    if (v[key] !== undefined) problems.push(`only a Clock can have "${key}". Remove it.`);
  if (v.clocks !== undefined && (!discrete(v) || /arameter$/.test(v.causality)))
    problems.push(
      'a variable that changes at ticks of a Clock must be discrete. Set "variability": "discrete".',
    );
  if (v.previous === undefined) return problems;
  const before = names.get(v.previous);
  if (v.clocks === undefined)
    problems.push(
      'only a variable that changes at ticks of a Clock can have a previous value. Add "clocks".',
    );
  if (before === undefined || before === v)
    problems.push(`expected another variable as "previous", got "${v.previous}". Name one of unit.json.`);
  else if (before.type !== v.type || String(before.dimensions) !== String(v.dimensions))
    problems.push(`${before.name} has another type or size. Make them equal.`);
  else if (/String|Binary/.test(v.type))
    problems.push(`the SDK cannot store the previous value of a ${v.type}. Remove "previous".`);
  else if (!discrete(before) || before.causality === 'input' || /arameter$/.test(before.causality))
    problems.push(`${before.name} must be a discrete output or local variable.`);
  const other = [...names.values()].find((w) => w !== v && w.previous === v.previous);
  if (other !== undefined)
    problems.push(
      `${other.name} also stores its previous value in ${v.previous}. Give each its own variable.`,
    );
  if (delayChain(v, names).at(-1) === v)
    problems.push(`it is its own previous value, by way of ${v.previous}. Remove one "previous".`);
  return problems;
}

/** Keys that only a Clock can have. */
const clockOnlyKeys = [
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
    .map(
      (name) => `expected ${name === v.name ? 'another' : 'a'} Clock, got "${name}". Name one of unit.json.`,
    );
  if (new Set(clocks).size < clocks.length) problems.push('it names a Clock twice. Remove one.');
  return problems;
}

/**
 * Returns the variable with the previous value of v, then the variable with that one's previous
 * value, and so on. Ends at v if the chain is circular.
 */
function delayChain(v: ManifestVariable, names: ReadonlyMap<string, ManifestVariable>): ManifestVariable[] {
  const chain = new Set<ManifestVariable>();
  let next = names.get(v.previous ?? '');
  while (next !== undefined && !chain.has(next)) {
    chain.add(next);
    next = next === v ? undefined : names.get(next.previous ?? '');
  }
  return [...chain];
}

/**
 * Returns the clocked states so that each passes its value on before it is overwritten. The end of
 * a chain of delays comes first.
 */
export function clockedStates({ variables }: Manifest): ManifestVariable[] {
  const names = new Map(variables.map((v) => [v.name, v]));
  const states = variables.filter(({ previous }) => previous !== undefined);
  return states.sort((a, b) => delayChain(a, names).length - delayChain(b, names).length);
}
