import type { StudyInputs } from '../plan/study-inputs.ts';
import type { Subject } from '../plan/study-path.ts';
import type { Metric } from './study-metric.ts';

/**
 * Returns the default metrics of a study: final values of the recorded variables, residual energies
 * of bonds, and the largest deviation of the energy balance if FMUs declare energies. If the system
 * does not choose recorded variables, all scalar outputs count.
 */
export function defaultMetrics(bases: StudyInputs, subject: Subject): Metric[] {
  const { system, single } = subject;
  const units = Object.entries(system.units).map(([name, { fmu }]) => ({
    name,
    variables: bases.describe(subject, fmu).variables,
  }));
  const outputs = units.flatMap(({ name, variables }) =>
    variables
      .filter(
        ({ causality, type, dimensions }) =>
          causality === 'output' && isNumber(type) && dimensions.length === 0,
      )
      .map((variable) => (single === undefined ? `${name}.${variable.name}` : variable.name)),
  );
  const bonds = (system.bonds ?? []).flatMap(({ name }) => [
    `${name}.residual_energy`,
    `${name}.residual_energy_magnitude`,
  ]);
  const finals = [...(system.record?.variables ?? outputs), ...bonds];
  const hasBalance = units.some(({ variables }) => variables.some(({ energy }) => energy !== undefined));
  return [
    ...finals.map((of) => ({ name: of, measure: 'final', of })),
    ...(hasBalance ? [{ name: 'energy_balance', measure: 'largest', of: 'energy_balance' }] : []),
  ];
}

const isNumber = (type: string): boolean => !/String|Binary|Clock/.test(type);
