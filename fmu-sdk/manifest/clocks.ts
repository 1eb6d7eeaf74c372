import { clockKind } from '../layout/clocks.ts';
import { indicatorsOf } from './exchange.ts';
import type { Manifest, ManifestVariable } from './manifest.ts';

export function clocksOf(manifest: Manifest): ManifestVariable[] {
  return manifest.variables.filter((v) => v.type === 'Clock');
}

export function hasEvents(manifest: Manifest): boolean {
  return manifest.events === true || clocksOf(manifest).length > 0 || indicatorsOf(manifest).length > 0;
}

/** Names of the fields that a time-based Clock has beside its own. */
export function clockFields(v: ManifestVariable): string[] {
  return [[], ['Interval', 'Shift'], ['Interval']][clockKind(v)].map((end) => `${v.name}${end}`);
}

/** What is wrong with a variable of type Clock (FMI 3.0, 2.2.9 and 2.4.7). */
export function clockProblems(v: ManifestVariable, names: ReadonlyMap<string, ManifestVariable>): string[] {
  const problems: string[] = [];
  const kind = v.intervalVariability ?? 'triggered';
  const periodic = kind !== 'triggered' && kind !== 'changing';
  if (!/^(input|output|local)$/.test(v.causality))
    problems.push(`a Clock is an input, an output or local, not a ${v.causality}.`);
  if (v.causality !== 'input' && kind !== 'triggered')
    problems.push(`a Clock that is ${v.causality} is triggered, not ${kind}.`);
  if (v.dimensions !== undefined) problems.push('a Clock has no dimensions.');
  if (periodic && v.intervalDecimal === undefined)
    problems.push(`a ${kind} Clock ticks in an interval. Add "intervalDecimal" [s].`);
  if (!periodic && (v.intervalDecimal !== undefined || v.shiftDecimal !== undefined))
    problems.push(`a ${kind} Clock has no interval or shift of its own.`);
  if (v.clocks !== undefined && v.causality === 'input') problems.push('an input Clock depends on no other.');
  for (const name of v.clocks ?? [])
    if (names.get(name)?.type !== 'Clock')
      problems.push(`there is no Clock "${name}". Name one of unit.json.`);
  for (const field of clockFields(v))
    if (names.has(field)) problems.push(`the SDK adds a field "${field}" to it. Rename that variable.`);
  return problems;
}
