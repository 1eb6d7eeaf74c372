import type { InnerUnit } from '../../fmu-sdk/build/pack/inner-units.ts';
import { hasAcceleration, type PackIteration } from '../../fmu-sdk/build/pack/iteration-plan.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { iterationOptions } from '../coupling/schemes/shared/iteration.ts';
import { isScalarConnection, ScalarConnections } from '../coupling/transfer/scalar-connections.ts';
import { iterates, newtonSchemes, stepsTogether } from './iterating-schemes.ts';
import type { StagedUnits } from './staged-units.ts';

const names = ['tolerance', 'iterations', 'relaxation', 'acceleration', 'points'] as const;

/** Returns the iteration of a stage, or undefined for other schemes. */
export function packIteration(
  { system, units: sequence, periods }: StagedUnits,
  units: readonly InnerUnit[],
): PackIteration | undefined {
  const { scheme, name, options = {} } = system;
  if (!iterates(scheme)) return undefined;
  const [tolerance, iterations, relaxation, named, points] = names.map(
    (option) => options[option] ?? iterationOptions[option].default,
  );
  const acceleration = newtonSchemes.includes(scheme) ? scheme : String(named);
  if (Number(points) !== 1 || !hasAcceleration(acceleration))
    throw new UserError(
      `pack ${name}: expected ${scheme} with one point and an acceleration of fmukit, got ${points} and ${acceleration}. Change the options.`,
    );
  const instances = units.map(({ instance }) => instance);
  const connections = new ScalarConnections(system.connections.filter(isScalarConnection), instances);
  const together = stepsTogether(scheme);
  const unknown = Array.from({ length: connections.size }, (_, i) => i).filter(
    (i) => together || sequence.indexOf(connections.from[i]) >= sequence.indexOf(connections.to[i]),
  );
  const samplesOf = (i: number): number => Math.max(1, periods[connections.from[i]]);
  const most = unknown.reduce((count, i) => Math.max(count, samplesOf(i)), 1);
  const unknowns = Array.from({ length: most }, (_, sample) =>
    unknown.filter((i) => sample < samplesOf(i)).map((connection) => ({ connection, sample })),
  ).flat();
  return {
    ...{ tolerance: Number(tolerance), relaxation: Number(relaxation), iterations: Number(iterations) },
    ...{ acceleration, together, curves: scheme === 'waveform' },
    unknowns: unknowns.map(({ connection, sample }, j) => ({
      ...{ connection, sample },
      nominal: Number(connections.variable(connection).nominal ?? 0),
      unit: sequence.indexOf(connections.to[connection]),
      column: unknowns
        .slice(0, j)
        .filter((other) => connections.to[other.connection] === connections.to[connection]).length,
    })),
    states: sequence.map((unit) => {
      const { state, record, carried } = units[unit];
      return { ...state, record: carried === undefined ? 0 : record };
    }),
  };
}
