import { someNames } from '../../../util/printable.ts';
import { attribute, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { type Defect, defect } from '../../defect.ts';
import type { Model } from '../checked-model.ts';
import type { FmiVersion } from '../fmi-version.ts';
import { oncePer } from '../once-per.ts';
import { elements, toNumber } from '../xml-elements.ts';
import { inherited, named } from './model-variable.ts';

/**
 * Returns true for a factor that is zero or not finite. Other rules check INF and NaN in FMI 2.0.
 */
export function isInvalidFactor(version: FmiVersion, factor: string | undefined): boolean {
  if (factor === undefined) return false;
  if (factor.trim() === 'NaN') return version === '3.0';
  const value = toNumber(factor);
  return value === 0 || (version === '3.0' && value !== undefined && !Number.isFinite(value));
}

/** Names of the display units of a unit of measure. */
export function displayUnitsOf(model: Model, measure: string | undefined): ReadonlySet<string> {
  const element = measure === undefined ? undefined : model.unitsOfMeasure.get(measure);
  return element === undefined ? none : displayUnitsIn(element);
}

const none: ReadonlySet<string> = new Set();
const displayUnitsIn = oncePer(
  (measure: XmlElement) => new Set(elements(measure, 'DisplayUnit').map((d) => attribute(d, 'name') ?? '')),
);

/** Display units that their unit of measure, which is defined, does not have. */
export function* undefinedDisplayUnits(model: Model): Iterable<Defect> {
  for (const type of model.types)
    yield* check(model, type.typed, attribute(type.typed, 'unit'), `type ${JSON.stringify(type.name)}`);
  for (const variable of model.variables)
    yield* check(model, variable.typed, inherited(variable, 'unit'), `variable ${named(variable)}`);
}

function* check(
  model: Model,
  typed: XmlElement,
  measure: string | undefined,
  what: string,
): Iterable<Defect> {
  const display = attribute(typed, 'displayUnit');
  if (display === undefined || measure === undefined || !model.unitsOfMeasure.has(measure)) return;
  const displayUnits = displayUnitsOf(model, measure);
  if (!displayUnits.has(display))
    yield defect(
      typed,
      'displayUnit',
      `Display unit ${JSON.stringify(display)} of ${what} is not defined for unit ${JSON.stringify(measure)}.`,
      `one of ${someNames([...displayUnits]) || 'its display units; the unit does not define any'}`,
    );
}
