import { titleOf } from '../system/inputs/input-columns.ts';

/** Quantities over time, from a result file or measurements. */
export interface TimeTable {
  readonly file: string;
  /** Titles of all columns except the time. */
  readonly names: readonly string[];
  /** Times [s], not decreasing. */
  readonly times: Float64Array;
  readonly columns: readonly Float64Array[];
  /** Unit of measure of each column, if the file has them beside the names. Else titles have them. */
  readonly unitsOfMeasure?: readonly string[];
  /**
   * Rests of integer columns with values beyond 2⁵³. Double and rest add up to the exact 64-bit
   * value.
   */
  readonly rests?: readonly (Float64Array | undefined)[];
}

/** Returns name and unit of measure of a column: of its own, or from its title `crane.s [m]`. */
export function columnOf(
  { names, unitsOfMeasure }: Pick<TimeTable, 'names' | 'unitsOfMeasure'>,
  k: number,
): { name: string; unit: string } {
  if (unitsOfMeasure !== undefined) return { name: names[k], unit: unitsOfMeasure[k] };
  const { name, unitOfMeasure: unit = '' } = titleOf(names[k]);
  return { name, unit };
}
