import type { DisplayUnit, UnitOfMeasure } from '../../description/description.ts';
import { conversionOf, parseUnitOfMeasure, unitsOfMeasure } from '../../description/si-units.ts';
import type { Manifest, ManifestVariable } from './manifest.ts';

/** Returns the units of measure of a unit's variables and of time, with their display units. */
export function unitsOfMeasureOf(manifest: Manifest): UnitOfMeasure[] {
  const displayVariables = manifest.variables.filter(
    (v) => v.unit !== undefined && v.displayUnit !== undefined,
  );
  return unitsOfMeasure(['s', ...manifest.variables.flatMap((v) => v.unit ?? [])]).map((definition) => {
    const names = new Set(
      displayVariables.filter((v) => v.unit === definition.name).map((v) => v.displayUnit ?? ''),
    );
    const displayUnits = [...names].flatMap((name) => displayUnit(definition.name, name) ?? []);
    return displayUnits.length === 0 ? definition : { ...definition, displayUnits };
  });
}

/** Returns the problem of a variable's displayUnit, if there is one. */
export function displayUnitProblem(v: ManifestVariable): string | undefined {
  if (v.displayUnit === undefined) return undefined;
  if (v.unit === undefined) return 'a displayUnit needs a unit of measure. Add "unit".';
  if (displayUnit(v.unit, v.displayUnit) !== undefined) return undefined;
  return `cannot convert values in ${v.unit} to ${v.displayUnit}. Name a unit of measure of the same quantity.`;
}

/** Returns a display unit: value_display = factor · value_own + offset. */
function displayUnit(unit: string, name: string): DisplayUnit | undefined {
  const [from, to] = [parseUnitOfMeasure(unit), parseUnitOfMeasure(name)];
  const rule = from === undefined || to === undefined ? undefined : conversionOf(from, to);
  return rule === undefined ? undefined : { name, ...rule, inverse: false };
}
