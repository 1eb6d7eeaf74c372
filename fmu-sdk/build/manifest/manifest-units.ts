import type { DisplayUnit, UnitOfMeasure } from '../../description/description.ts';
import { conversionOf, parseUnitOfMeasure, unitsOfMeasure } from '../../description/si-units.ts';
import type { Manifest, ManifestVariable } from './manifest.ts';

/** The units of measure of a unit's variables and of time, with the units in which their values are to be shown. */
export function unitsOfMeasureOf(manifest: Manifest): UnitOfMeasure[] {
  const shown = manifest.variables.filter((v) => v.unit !== undefined && v.displayUnit !== undefined);
  return unitsOfMeasure(['s', ...manifest.variables.flatMap((v) => v.unit ?? [])]).map((definition) => {
    const names = new Set(shown.filter((v) => v.unit === definition.name).map((v) => v.displayUnit ?? ''));
    const displayUnits = [...names].flatMap((name) => displayUnit(definition.name, name) ?? []);
    return displayUnits.length === 0 ? definition : { ...definition, displayUnits };
  });
}

/** What keeps a variable's displayUnit from being one. */
export function displayUnitProblem(v: ManifestVariable): string | undefined {
  if (v.displayUnit === undefined) return undefined;
  if (v.unit === undefined) return 'a displayUnit shows values of a unit. Add "unit".';
  if (displayUnit(v.unit, v.displayUnit) !== undefined) return undefined;
  return `values in ${v.unit} cannot be shown in ${v.displayUnit}. Name a unit of the same quantity.`;
}

/** value_display = factor · value_own + offset */
function displayUnit(own: string, name: string): DisplayUnit | undefined {
  const [from, to] = [parseUnitOfMeasure(own), parseUnitOfMeasure(name)];
  const rule = from === undefined || to === undefined ? undefined : conversionOf(from, to);
  return rule === undefined ? undefined : { name, ...rule, inverse: false };
}
