import type { Variable } from '../../description/description.ts';
import { bitOf, type Mode, type ModeRow, modes } from '../../standard/fmi-modes.ts';
import type { Target } from '../behaviour/check-target.ts';
import { withEvents } from '../behaviour/events/event-support.ts';
import { isClocked } from '../behaviour/values/variable-selection.ts';
import { keyOf } from '../relations/situation.ts';
import { callbackModes, reachableModes, settableIn } from './allowed-calls.ts';
import { type CoverageRecorder, seen } from './coverage-recorder.ts';
import type { EventCoverage, NotExercised, TargetCoverage, VariableCoverage } from './run-coverage.ts';

/** Most names that an entry lists. */
const mostNames = 5;

const untried = 'no rule tries it';
const refused = 'always refused';

const wordsOf = new Map<Mode, string>(modes.map(({ name, fmi3Name }: ModeRow) => [name, fmi3Name]));

/** Returns what was exercised of a target, and what was not, with reasons. */
export function summarizeCoverage(recorder: CoverageRecorder): TargetCoverage {
  const { target, signs, regions, steps } = recorder;
  const possible = reachableModes(target);
  const indicators = indicatorCountOf(target);
  return {
    target: target.name,
    calls: countCalls(recorder),
    variables: variablesByKind(recorder),
    modes: { of: words(possible), entered: words(possible.filter((mode) => recorder.wasIn(mode))) },
    events: eventsOf(recorder),
    eventIndicators: { of: indicators, bothSigns: signs.filter((bits) => bits === 3).length },
    regions,
    steps,
    notExercised: [
      ...missingCalls(recorder),
      ...missingVariables(recorder),
      ...missingEvents(recorder, indicators),
    ],
  };
}

function words(list: readonly Mode[]): string[] {
  return list.map((mode) => wordsOf.get(mode) ?? mode);
}

function countCalls({ allowed, granted }: CoverageRecorder): { of: number; exercised: number } {
  let of = 0;
  let exercised = 0;
  for (const [i, call] of allowed.entries()) {
    of += bitCount(call.modes);
    exercised += bitCount(call.modes & granted[i]);
  }
  return { of, exercised };
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function indicatorCountOf({ kind, description }: Target): number {
  if (kind !== 'modelExchange') return 0;
  return description.numberOfEventIndicators ?? description.eventIndicators.length;
}

/** Lists functions with the modes in which they were not granted, one entry for each reason. */
function missingCalls(recorder: CoverageRecorder): NotExercised[] {
  const { allowed, granted, refused: refusals } = recorder;
  return allowed.flatMap((call, i) => {
    const left = call.modes & ~granted[i];
    if (left === 0) return [];
    const byReason = new Map<string, Mode[]>();
    for (const { name } of modes) {
      if ((left & bitOf(name)) === 0) continue;
      const why = callReason(recorder, name, (refusals[i] & bitOf(name)) !== 0);
      byReason.set(why, [...(byReason.get(why) ?? []), name]);
    }
    return [...byReason].map(([why, list]) => ({
      what: `${call.name} in ${words(list).join(', ')}`,
      count: list.length,
      why,
    }));
  });
}

function callReason(recorder: CoverageRecorder, mode: Mode, isRefused: boolean): string {
  if (isRefused) return refused;
  if (callbackModes.includes(mode)) return 'inside a callback';
  return recorder.wasIn(mode) ? untried : `${wordsOf.get(mode)} was not reached`;
}

/** Names a variable may be read by: all but Clocks that the importer activates. */
function isReadable({ type, causality }: Variable): boolean {
  return type !== 'Clock' || causality === 'output';
}

function settableKeys({ target }: CoverageRecorder): Set<string> {
  const variables = reachableModes(target).flatMap((mode) => settableIn(target, mode));
  const activated =
    target.kind === 'scheduledExecution'
      ? target.description.variables.filter((v) => v.type === 'Clock' && v.causality === 'input')
      : [];
  return new Set([...variables, ...activated].map(keyOf));
}

function variablesByKind(recorder: CoverageRecorder): VariableCoverage[] {
  const { variables } = recorder.target.description;
  const settable = settableKeys(recorder);
  const kinds = new Map<string, { -readonly [K in keyof VariableCoverage]: VariableCoverage[K] }>();
  for (const [i, variable] of variables.entries()) {
    const { causality, variability, type } = variable;
    const key = `${causality} ${variability} ${type}`;
    const kind = kinds.get(key) ?? {
      ...{ causality, variability, type, count: 0 },
      ...{ readable: 0, read: 0, settable: 0, set: 0 },
    };
    kinds.set(key, kind);
    const bits = recorder.variables[i];
    kind.count++;
    if (isReadable(variable)) {
      kind.readable++;
      if ((bits & seen.read) !== 0) kind.read++;
    }
    if (settable.has(keyOf(variable))) {
      kind.settable++;
      if ((bits & seen.set) !== 0) kind.set++;
    }
  }
  return [...kinds.values()];
}

/** Lists variables that were not read or not set, one entry for each reason. */
function missingVariables(recorder: CoverageRecorder): NotExercised[] {
  const { variables } = recorder.target.description;
  const settable = settableKeys(recorder);
  const names = new Map<string, { does: string; why: string; names: string[] }>();
  const add = (does: string, variable: Variable, isRefused: boolean): void => {
    const why = isRefused ? refused : variableReason(recorder, variable);
    const entry = names.get(does + why) ?? { does, why, names: [] };
    names.set(does + why, entry);
    entry.names.push(`"${variable.name}"`);
  };
  for (const [i, variable] of variables.entries()) {
    const bits = recorder.variables[i];
    if (isReadable(variable) && (bits & seen.read) === 0)
      add('reading', variable, (bits & seen.readRefused) !== 0);
    if (settable.has(keyOf(variable)) && (bits & seen.set) === 0)
      add('setting', variable, (bits & seen.setRefused) !== 0);
  }
  return [...names.values()].map(({ does, why, names: all }) => ({
    what: `${does} ${all.slice(0, mostNames).join(', ')}${all.length > mostNames ? ` and ${all.length - mostNames} more` : ''}`,
    count: all.length,
    why,
  }));
}

function variableReason({ isInitialized, ticks, target }: CoverageRecorder, variable: Variable): string {
  if (!isInitialized) return 'the FMU was not initialized';
  if (variable.type === 'Clock' || !isClocked(variable)) return untried;
  const { variables } = target.description;
  const hasTicked = [...ticks.keys()].some((i) => variable.clocks?.includes(variables[i].valueReference));
  return hasTicked ? untried : 'its Clock did not tick';
}

/** Returns the events that occurred, and the kinds that did not although the FMU may have them. */
function eventsOf(recorder: CoverageRecorder): EventCoverage[] {
  const { target, events, ticks } = recorder;
  const clocks = new Map<string, number>();
  for (const [i, variable] of target.description.variables.entries()) {
    if (variable.type !== 'Clock' || variable.causality === 'local') continue;
    const kind = clockKind(variable);
    clocks.set(kind, (clocks.get(kind) ?? 0) + (ticks.get(i) ?? 0));
  }
  return [...[...events].sort(([a], [b]) => (a < b ? -1 : 1)), ...clocks].map(([kind, count]) => ({
    kind,
    count,
  }));
}

function clockKind({ causality, intervalVariability = 'triggered' }: Variable): string {
  return `${intervalVariability} ${causality === 'input' ? 'input' : 'output'} Clock`;
}

function missingEvents(recorder: CoverageRecorder, indicators: number): NotExercised[] {
  const { target, events, ticks, signs, hasNextEvent, isInitialized } = recorder;
  const missing: NotExercised[] = [];
  const idle = isInitialized ? undefined : 'the FMU was not initialized';
  const both = signs.filter((bits) => bits === 3).length;
  if (both < indicators)
    missing.push({
      what: `sign changes of ${indicators - both} of ${indicators} event indicators`,
      count: indicators - both,
      why: idle ?? 'no sequence of calls changed the sign',
    });
  if (hasNextEvent && !events.has('time'))
    missing.push({ what: 'time events', count: 1, why: 'no sequence of calls reached the announced time' });
  if (withEvents(target) === undefined && events.size === 0)
    missing.push({ what: 'Event Mode after a step', count: 1, why: idle ?? untried });
  const silent = target.description.variables.filter(
    (v, i) => v.type === 'Clock' && v.causality !== 'local' && !ticks.has(i),
  );
  if (silent.length > 0)
    missing.push({
      what: `ticks of ${silent
        .slice(0, mostNames)
        .map(({ name }) => `"${name}"`)
        .join(', ')}${silent.length > mostNames ? ` and ${silent.length - mostNames} more` : ''}`,
      count: silent.length,
      why: idle ?? untried,
    });
  return missing;
}
