import { attribute, type XmlElement } from '../../xml/parse.ts';
import { type Defect, defect } from '../defect.ts';
import { elements, toNumber } from './elements.ts';
import type { Model } from './model.ts';
import { inherited, named } from './variable.ts';
import type { FmiVersion } from './version.ts';

/** Is this factor zero or not finite? In FMI 2.0 other rules speak of INF and NaN. */
export function isNoFactor(version: FmiVersion, factor: string | undefined): boolean {
  if (factor === undefined) return false;
  if (factor.trim() === 'NaN') return version === '3.0';
  const value = toNumber(factor);
  return value === 0 || (version === '3.0' && value !== undefined && !Number.isFinite(value));
}

/** Names of the display units of a unit. */
export function displayUnitsOf(model: Model, unit: string | undefined): string[] {
  const element = unit === undefined ? undefined : model.units.get(unit);
  return element === undefined ? [] : elements(element, 'DisplayUnit').map((d) => attribute(d, 'name') ?? '');
}

/** Display units that their unit, which is defined, does not have. */
export function* undefinedDisplayUnits(model: Model): Iterable<Defect> {
  for (const type of model.types)
    yield* check(model, type.typed, attribute(type.typed, 'unit'), `type ${JSON.stringify(type.name)}`);
  for (const variable of model.variables)
    yield* check(model, variable.typed, inherited(variable, 'unit'), `variable ${named(variable)}`);
}

function* check(model: Model, typed: XmlElement, unit: string | undefined, what: string): Iterable<Defect> {
  const display = attribute(typed, 'displayUnit');
  if (display === undefined || unit === undefined || !model.units.has(unit)) return;
  if (!displayUnitsOf(model, unit).includes(display))
    yield defect(
      typed,
      'displayUnit',
      `Unit ${JSON.stringify(unit)} of ${what} has no display unit ${JSON.stringify(display)}.`,
      `one of ${displayUnitsOf(model, unit).join(', ') || 'its display units; it has none'}`,
    );
}
