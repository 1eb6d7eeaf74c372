import {
  elementCount,
  type ModelDescription,
  type Variable,
  variablesByName,
} from '../../fmu-sdk/description/description.ts';
import { resize } from '../../fmu-sdk/description/resize.ts';
import { mostElements } from '../../fmu-sdk/description/resolve-variables.ts';
import { type Elements, valuesOf } from '../../fmu-sdk/description/values/checked-values.ts';
import { isFloatType } from '../../fmu-sdk/description/values/float-types.ts';
import { type Declared, declaredBy } from '../../fmu-sdk/description/values/value-declaration.ts';
import type { LoadedUnit } from '../../fmu-sdk/host/find-binary.ts';
import { nearest } from '../../fmu-sdk/util/nearest-name.ts';
import { messageOf } from '../../fmu-sdk/util/user-error.ts';
import type { Refuse } from './refuse.ts';
import type { SystemUnit, UnitOfSystem } from './system.ts';
import { converterTo, splitQuantity } from './unit-conversion.ts';

type Section = 'parameters' | 'start';

/** Bytes of a String or Binary of a sealed unit that says nothing of them. */
const sealedSize = 256;

/** A unit of a system with the values that it is given; arrays have the sizes that its structural parameters say. */
export function checkUnit(name: string, given: UnitOfSystem, loaded: LoadedUnit, refuse: Refuse): SystemUnit {
  const { binary, passedOver, notes } = loaded;
  const taking = { name, given, sealed: binary.form === 'core', refuse };
  const description = resized(loaded.description, taking);
  const own = {
    ...(given.step !== undefined && { step: given.step }),
    ...(given.priority !== undefined && { priority: given.priority }),
  };
  return { name, description, binary, passedOver, notes, ...own, values: valuesGiven(description, taking) };
}

/** What the values of a unit are checked with. */
interface Taking {
  name: string;
  given: UnitOfSystem;
  sealed: boolean;
  refuse: Refuse;
}

function resized(description: ModelDescription, taking: Taking): ModelDescription {
  const sizes = new Map<number, number>();
  for (const variable of description.variables) {
    const { parameters = {} } = taking.given;
    if (variable.causality !== 'structuralParameter' || !Object.hasOwn(parameters, variable.name)) continue;
    const given = parameters[variable.name];
    const [value] = taken(description, variable, ['parameters', variable.name], given, taking);
    sizes.set(variable.valueReference, Number(value));
  }
  const changed = resize(description, sizes);
  refuseBadSizes(changed, taking);
  return changed;
}

function refuseBadSizes({ variables }: ModelDescription, { name, refuse }: Taking): void {
  let elements = 0;
  for (const variable of variables) {
    elements += elementCount(variable);
    if (variable.dimensions.every((n) => n >= 1) && elements <= mostElements) continue;
    refuse(
      ['units', name, 'parameters'],
      `set structural parameters of ${name}: ${variable.name} has the dimensions [${variable.dimensions}]. ` +
        `Give sizes from 1, and together no more than ${mostElements} elements.`,
    );
  }
}

function valuesGiven(description: ModelDescription, taking: Taking): SystemUnit['values'] {
  const { name, given, refuse } = taking;
  const byName = variablesByName(description);
  const values: SystemUnit['values'] = [];
  const names = new Map<Variable, string>();
  for (const section of ['parameters', 'start'] as const)
    for (const [key, value] of Object.entries(given[section] ?? {})) {
      const path = ['units', name, section, key];
      const variable =
        byName.get(key) ??
        refuse(
          path,
          `set ${name}.${key}: the unit has no such variable. ${nearest(key, [...byName.keys()])}`,
        );
      const other = names.get(variable);
      if (other !== undefined)
        refuse(path, `set ${name}.${key}: it has its value as ${name}.${other} already. Remove one of them.`);
      names.set(variable, key);
      refuseSection(variable, section, path, taking);
      const checked = taken(description, variable, [section, key], value, taking);
      // What would be changed later nobody looks at again.
      values.push(Object.freeze({ variable, value: Object.freeze(checked) as typeof checked }));
    }
  return values;
}

function refuseSection(
  variable: Variable,
  section: Section,
  path: readonly string[],
  { name, refuse }: Taking,
): void {
  if (variable.type === 'Clock')
    refuse(
      path,
      `set ${name}.${path[path.length - 1]}: it is a Clock, which ticks and has no value to begin with. Leave it out.`,
    );
  const fits =
    section === 'parameters' ? /^(structuralP|p)arameter$/.test(variable.causality) : hasStart(variable);
  if (!fits)
    refuse(
      path,
      `set ${name}.${path[path.length - 1]}: its causality is ${variable.causality}; ` +
        `"${section}" takes ${section === 'parameters' ? 'parameters' : 'inputs, and others with a start value,'} only.`,
    );
}

function taken(
  description: ModelDescription,
  variable: Variable,
  [section, key]: readonly [Section, string],
  given: unknown,
  { name, sealed, refuse }: Taking,
): Elements {
  const declared: Declared = declaredBy(description, variable);
  const size =
    sealed && /^(String|Binary)$/.test(variable.type) ? { maxSize: variable.maxSize ?? sealedSize } : {};
  try {
    return valuesOf({ ...declared, ...size }, inOwnUnit(description, variable, given));
  } catch (error) {
    return refuse(['units', name, section, key], `set ${name}.${key}: ${messageOf(error)}`);
  }
}

/** A value that was written with a unit of measure behind it (`"30[mm]"`, `"30 mm"`), in the variable's own. */
function inOwnUnit(description: ModelDescription, variable: Variable, given: unknown): unknown {
  if (!isFloatType(variable.type)) return given;
  const each = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const { before, unitOfMeasure } = splitQuantity(value.trim());
    return unitOfMeasure === undefined
      ? value
      : converterTo(variable, description, unitOfMeasure)(before.trim());
  };
  return Array.isArray(given) ? given.map(each) : each(given);
}

/** Whether a variable's start value may be another: an input's, or that of a state and the like (FMI 3.0, 2.4.7.5). */
function hasStart({ causality, variability, initial, start }: Variable): boolean {
  if (causality === 'input') return true;
  if ((causality !== 'output' && causality !== 'local') || variability === 'constant') return false;
  return initial !== 'calculated' && start !== undefined;
}
