import { isBand } from '../../error/band-columns.ts';
import type { ColumnGroup } from './run-page-data.ts';

/** Curves that a plot shows by default, and number of plots with any. */
const [mostCurves, mostPlots] = [3, 6];
/** Columns below this share of the largest of their group are hidden by default. */
const visible = 1e-3;

interface Named {
  name: string;
  unit: string;
  /** Largest magnitude. */
  size: number;
}

/** Coupling quantities of a bond or joint, by the ending of their column. */
const ofBonds: readonly [ending: string, title: string, log: boolean][] = [
  ['.residual_power', 'Residual power of the coupling', false],
  ['.residual_energy', 'Residual energy of the coupling, ΣδE', false],
  ['.residual_energy_magnitude', 'Residual energy of the coupling, Σ|δE|', true],
];

const byName: typeof ofBonds = [
  ['energy_balance', 'Energy balance of the system: drift', false],
  ['substeps', 'Steps of the coupling scheme', true],
  ['rejected substeps', 'Steps of the coupling scheme', true],
];

/**
 * Groups columns that can share axes: residuals of bonds, the energy balance, and the others by
 * unit of measure. Three of each are shown by default. Hidden are coordinates of a drawing, and
 * curves that would lie on the axis. Error bands are shaded, so no group contains them.
 */
export function columnGroups(
  columns: readonly Named[],
  bonds: readonly string[],
  drawn: ReadonlySet<string>,
): ColumnGroup[] {
  const rest: Named[] = [];
  const special = new Map<string, ColumnGroup>();
  const names = new Set(columns.map(({ name }) => name));
  for (const column of columns) {
    if (isBand(column.name, names)) continue;
    const of = ofBonds.find(([ending]) => bonds.some((bond) => column.name === bond + ending));
    const [, title, log] = of ?? byName.find(([name]) => name === column.name) ?? [];
    if (title === undefined) rest.push(column);
    else add(special, title, column, log ?? false);
  }
  const quantityGroups = new Map<string, ColumnGroup>();
  for (const column of rest) add(quantityGroups, quantityOf(column.unit), column, false);
  const sizes = new Map(rest.map(({ name, size }) => [name, size]));
  const sizeOf = (name: string): number => sizes.get(name) ?? 0;
  for (const group of quantityGroups.values()) {
    const candidates = group.columns.filter((name) => !drawn.has(name));
    const largest = candidates.reduce((most, name) => Math.max(most, sizeOf(name)), 0);
    group.chosen = candidates.filter((name) => sizeOf(name) >= visible * largest).slice(0, mostCurves);
  }
  let remainingPlots = mostPlots;
  for (const group of quantityGroups.values())
    if (group.chosen.length > 0 && remainingPlots-- <= 0) group.chosen = [];
  for (const group of special.values()) group.chosen = group.columns.slice(0, 8);
  return [...quantityGroups.values(), ...special.values()];
}

function add(
  groups: Map<string, ColumnGroup>,
  title: string,
  { name, unit: unitOfMeasure }: Named,
  log: boolean,
): void {
  const key = `${title}\n${unitOfMeasure}`;
  const group = groups.get(key) ?? { title, unit: unitOfMeasure, log, columns: [], chosen: [] };
  group.columns.push(name);
  groups.set(key, group);
}

const quantities: Readonly<Record<string, string>> = {
  m: 'Length',
  'm/s': 'Velocity',
  'm/s2': 'Acceleration',
  rad: 'Angle',
  deg: 'Angle',
  'rad/s': 'Angular velocity',
  'rad/s2': 'Angular acceleration',
  N: 'Force',
  'N.m': 'Torque',
  Pa: 'Pressure',
  bar: 'Pressure',
  J: 'Energy',
  W: 'Power',
  V: 'Voltage',
  A: 'Current',
  K: 'Temperature',
  degC: 'Temperature',
  kg: 'Mass',
  'kg/s': 'Mass flow',
  'm3/s': 'Volume flow',
  m3: 'Volume',
  s: 'Time',
  Hz: 'Frequency',
};

/** Returns a title for a unit of measure. */
function quantityOf(unitOfMeasure: string): string {
  if (unitOfMeasure === '' || unitOfMeasure === '1') return 'Numbers without unit of measure';
  return Object.hasOwn(quantities, unitOfMeasure) ? quantities[unitOfMeasure] : `Values in ${unitOfMeasure}`;
}
