import { variablesByName } from '../../../fmu-sdk/description/description.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { bandName } from '../../error/band-columns.ts';
import { bondUnits, type CheckedSystem } from '../../system/system.ts';
import { RunExecutor } from '../execution/run-executor.ts';
import { configuration, hasBands, type Plan } from '../plan/study-plan.ts';
import { type Metric, variableIn } from './study-metric.ts';

/** Settings of a system in seconds. */
const times: readonly string[] = ['algorithm.step', 'startTime', 'stopTime'];

/** Returns the units of measure of a study's columns by name, as far as its first system has them. */
export async function unitsOfStudy(plan: Plan): Promise<Record<string, string>> {
  const { study, factors, metrics } = plan;
  const system = await firstSystem(plan);
  if (system === undefined) return {};
  const units: Record<string, string> = { time: 's' };
  const put = (name: string, unit: string | undefined): void => {
    if (unit !== undefined && unit !== '' && unit !== '1') units[name] = unit;
  };
  factors.forEach(({ name, levels }, k) => {
    const places = [study.vary[k].set ?? []].flat().map((place) => unitOf(system, place));
    // A text may have another unit of measure.
    const isNumeric = levels?.every(({ label }) => typeof label === 'number') ?? true;
    if (isNumeric && new Set(places).size === 1) put(name, places[0]);
  });
  for (const metric of metrics) {
    put(metric.name, unitOfMetric(system, metric));
    if (hasBands(study)) put(bandName(metric.name), units[metric.name]);
  }
  if (study.largestStep !== undefined) put('largest_step', 's');
  return units;
}

/** Returns the system of the first run, or undefined if it is refused. */
async function firstSystem(plan: Plan): Promise<CheckedSystem | undefined> {
  try {
    const executor = new RunExecutor(plan, { cells: new Int32Array(4) });
    return await executor.system(configuration(plan, 0));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}

function unitOfMetric(system: CheckedSystem, { of, relative }: Metric): string | undefined {
  return relative === true ? undefined : unitOf(system, of);
}

/** Returns the unit of measure of a variable, a setting or a column of energies. */
function unitOf(system: CheckedSystem, name: string): string | undefined {
  if (times.includes(name)) return 's';
  if (name === 'energy_balance') return 'J';
  for (const { name: bond, unit: unitOfMeasure } of system.bonds)
    for (const [quantity, unit] of Object.entries(bondUnits(unitOfMeasure)))
      if (name === `${bond}.${quantity}`) return unit;
  const found = variableIn(system, name);
  if (found === undefined) return undefined;
  const unit = system.units.find((each) => found.variable.startsWith(`${each.name}.`));
  if (unit === undefined) return undefined;
  return variablesByName(unit.description).get(found.variable.slice(unit.name.length + 1))?.unit;
}
