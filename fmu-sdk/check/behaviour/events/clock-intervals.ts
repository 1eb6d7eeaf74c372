import type { Variable } from '../../../description/description.ts';
import type { Defect } from '../../defect.ts';
import type { Probe } from '../fmu-probe.ts';

/**
 * Returns true if importers have to get the interval of the clock (FMI 3.0.2, 2.2.8.2, overview of
 * Clock types).
 */
export function needsIntervalRequest({
  causality,
  intervalVariability: how,
  intervalDecimal,
}: Variable): boolean {
  if (causality !== 'input') return false;
  if (how === 'changing' || how === 'countdown') return true;
  return (how === 'fixed' || how === 'tunable') && intervalDecimal === undefined;
}

/** Clocks whose interval importers may set. */
export function importerSetsInterval({
  causality,
  intervalVariability: how,
  intervalDecimal,
}: Variable): boolean {
  return causality === 'input' && (how === 'fixed' || how === 'tunable') && intervalDecimal !== undefined;
}

export function isPeriodic({ intervalVariability: how }: Variable): boolean {
  return how === 'constant' || how === 'fixed' || how === 'tunable';
}

/** fmi3IntervalQualifier. */
export const notYetKnown = 0;
export const unchanged = 1;
export const changed = 2;

/**
 * Gets the interval of a clock and its faults (FMI 3.0.2, 2.2.8.4). Gets a changed interval of a
 * countdown clock a second time.
 */
export function getInterval(
  probe: Probe,
  clock: Variable,
): { interval: number; qualifier: number; faults: Defect[] } {
  const { interval, qualifier } = ask(probe, clock);
  const fault = faultOf(clock, interval, qualifier) ?? repeatedRequestFault(probe, clock, qualifier);
  return { interval, qualifier, faults: fault === undefined ? [] : [fault] };
}

function ask(probe: Probe, { name, valueReference }: Variable): { interval: number; qualifier: number } {
  const got = probe.query('getInterval', name, (c) => c.getInterval(Uint32Array.of(valueReference)));
  probe.expect(got.status, 'getInterval');
  return { interval: got.intervals[0], qualifier: got.qualifiers[0] };
}

function faultOf(clock: Variable, interval: number, qualifier: number): Defect | undefined {
  const { name, intervalVariability: how } = clock;
  if (qualifier === notYetKnown && how !== 'countdown')
    return {
      message: `The interval of the ${how} clock "${name}" is not yet known.`,
      value: 'fmi3IntervalNotYetKnown',
      expected: 'an interval: only countdown clocks may lack one',
    };
  if (qualifier < notYetKnown || qualifier > changed)
    return {
      message: `The interval of "${name}" has an undefined qualifier.`,
      value: String(qualifier),
      expected: '0, 1 or 2',
    };
  if (qualifier === notYetKnown) return undefined;
  if (Number.isFinite(interval) && (isPeriodic(clock) ? interval > 0 : interval >= 0)) return undefined;
  return {
    message: `"${name}" has an interval that is not valid for a ${how} clock.`,
    value: `${interval} s`,
    expected: isPeriodic(clock) ? 'more than 0 s' : '0 s or more',
  };
}

function repeatedRequestFault(probe: Probe, clock: Variable, qualifier: number): Defect | undefined {
  if (qualifier !== changed || clock.intervalVariability !== 'countdown') return undefined;
  const again = ask(probe, clock);
  if (again.qualifier === unchanged) return undefined;
  return {
    message: `"${clock.name}" reports an unchanged interval as changed, or as not yet known.`,
    value: `qualifier ${again.qualifier}`,
    expected: 'fmi3IntervalUnchanged',
  };
}
