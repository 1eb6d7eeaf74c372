import {
  measuringVariables,
  notesOnMeasurements,
} from '../../../fmu-sdk/description/variables/run-measurements.ts';
import type { StudyInputs } from '../plan/study-inputs.ts';
import type { Subject } from '../plan/study-path.ts';
import type { Metric } from './study-metric.ts';

/**
 * Default metrics of a study: final values of the recorded variables, residual energies of bonds, and
 * the largest deviation of the energy balance if FMUs declare energies.
 */
export interface DefaultMetrics {
  metrics: Metric[];
  /** Notes on outputs that are left out, because they measure the run: equal studies would differ. */
  notes: string[];
}

/**
 * Returns the default metrics of a study. If the system does not choose recorded variables, all scalar
 * outputs of the models count.
 */
export function defaultMetrics(bases: StudyInputs, subject: Subject): DefaultMetrics {
  const { system, single } = subject;
  const units = Object.entries(system.units).map(([name, { fmu }]) => ({
    name,
    variables: bases.describe(subject, fmu).variables,
  }));
  const leftOut = new Set<string>();
  const outputs = units.flatMap(({ name, variables }) => {
    const measured = measuringVariables(variables);
    return variables
      .filter(
        ({ causality, type, dimensions }) =>
          causality === 'output' && isNumber(type) && dimensions.length === 0,
      )
      .flatMap((variable) => {
        const path = single === undefined ? `${name}.${variable.name}` : variable.name;
        if (!measured.has(variable.name)) return [path];
        if (system.record?.variables === undefined) leftOut.add(path);
        return [];
      });
  });
  const bonds = (system.bonds ?? []).flatMap(({ name }) => [
    `${name}.residual_energy`,
    `${name}.residual_energy_magnitude`,
  ]);
  const finals = [...(system.record?.variables ?? outputs), ...bonds];
  const hasBalance = units.some(({ variables }) => variables.some(({ energy }) => energy !== undefined));
  const metrics = [
    ...finals.map((of) => ({ name: of, measure: 'final', of })),
    ...(hasBalance ? [{ name: 'energy_balance', measure: 'largest', of: 'energy_balance' }] : []),
  ];
  return { metrics, notes: notesOnMeasurements(leftOut, 'default metrics') };
}

const isNumber = (type: string): boolean => !/String|Binary|Clock/.test(type);
