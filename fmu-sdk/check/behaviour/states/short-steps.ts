import type { Variable } from '../../../description/description.ts';
import type { Probe, Value } from '../fmu-probe.ts';
import { getState, setState } from './state-support.ts';

/** Size of a short step, relative to a communication step. The second one is half as long. */
const short = 1e-3;

/** Difference of one element of an output after short steps with two values of an input. */
export interface Response {
  /** Difference extrapolated to a step of size 0: what the output follows directly. */
  readonly limit: number;
  /** Change of the difference between both sizes of the step. */
  readonly spread: number;
  /** True if the output is equal in both steps. */
  readonly isSilent: boolean;
}

/**
 * Makes two short steps from the present FMU state with each of two values of an input, and
 * restores the state. Returns the responses of real outputs, by name and element.
 */
export function shortStepResponse(
  probe: Probe,
  input: Variable,
  [low, high]: readonly [readonly Value[], readonly Value[]],
  unknowns: readonly Variable[],
): Map<string, Response[]> {
  const { time, stepSize } = probe;
  const handle = getState(probe);
  const after = (values: readonly Value[], h: number): Map<string, Value[]> => {
    setState(probe, handle);
    probe.time = time;
    probe.write(input, values);
    probe.advance(h);
    return probe.snapshot(unknowns);
  };
  const [wide, narrow] = [short, short / 2].map((share) => {
    const [a, b] = [low, high].map((values) => after(values, share * stepSize));
    return (name: string): number[] =>
      (b.get(name) ?? []).map((x, i) => Number(x) - Number(a.get(name)?.[i]));
  });
  setState(probe, handle);
  probe.time = time;
  probe.query('freeState', String(handle), (c) => c.freeState(handle));
  return new Map(
    unknowns.map(({ name }) => {
      const [far, near] = [wide(name), narrow(name)];
      const responses = near.map((x, i) => ({
        limit: 2 * x - far[i],
        spread: Math.abs(x - far[i]),
        isSilent: x === 0 && far[i] === 0,
      }));
      return [name, responses];
    }),
  );
}
