import {
  elementCount,
  type ModelDescription,
  type Variable,
} from '../../../fmu-sdk/description/description.ts';
import { checkValues } from '../../../fmu-sdk/description/values/checked-values.ts';
import { isFloatType } from '../../../fmu-sdk/description/values/float-types.ts';
import {
  declarationOf,
  type ValueDeclaration,
} from '../../../fmu-sdk/description/values/value-declaration.ts';
import { settableByName } from '../../../fmu-sdk/description/variables/alias-sets.ts';
import { resizeVariables } from '../../../fmu-sdk/description/variables/resize.ts';
import { elementLimit } from '../../../fmu-sdk/description/variables/resolve-variables.ts';
import type { LoadedFmu } from '../../../fmu-sdk/host/fmu.ts';
import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { messageOf } from '../../../fmu-sdk/util/user-error.ts';
import { converterTo, splitQuantity } from '../connections/unit-conversion.ts';
import type { Refuse } from '../refuse.ts';
import type { SystemUnit, UnitOfSystem } from '../system.ts';

type Section = 'parameters' | 'start';

/** Size limit [bytes] of a String or Binary variable of a fmukit FMU without `maxSize`. */
const sealedSize = 256;

/**
 * Checks a unit of a system and the values that it is given. Structural parameters set the sizes of
 * its arrays.
 */
export function checkUnit(
  name: string,
  unitOptions: UnitOfSystem,
  loaded: LoadedFmu,
  refuse: Refuse,
): SystemUnit {
  const { binary, passedOver, notes } = loaded;
  const taking = { name, unitOptions, sealed: binary.form === 'core', refuse };
  const description = resizeArrays(loaded.description, taking);
  const stepSettings = {
    ...(unitOptions.step !== undefined && { step: unitOptions.step }),
    ...(unitOptions.priority !== undefined && { priority: unitOptions.priority }),
  };
  return {
    name,
    description,
    binary,
    passedOver,
    notes,
    ...stepSettings,
    values: valuesGiven(description, taking),
  };
}

/**
 * Returns a checked unit with other values. Structural parameters must be equal, because the sizes of
 * arrays remain.
 */
export function withOtherValues(unit: SystemUnit, unitOptions: UnitOfSystem, refuse: Refuse): SystemUnit {
  const { name, description, binary } = unit;
  const values = valuesGiven(description, { name, unitOptions, sealed: binary.form === 'core', refuse });
  return { ...unit, values };
}

/** Context in which the values of a unit are checked. */
interface ValueContext {
  name: string;
  unitOptions: UnitOfSystem;
  sealed: boolean;
  refuse: Refuse;
}

function resizeArrays(description: ModelDescription, taking: ValueContext): ModelDescription {
  const sizes = new Map<number, number>();
  for (const variable of description.variables) {
    const { parameters = {} } = taking.unitOptions;
    if (variable.causality !== 'structuralParameter') continue;
    const names = [variable, ...(variable.aliases ?? [])].map(({ name }) => name);
    const key = names.find((name) => Object.hasOwn(parameters, name));
    if (key === undefined) continue;
    const [value] = checkValue(description, variable, ['parameters', key], parameters[key], taking);
    sizes.set(variable.valueReference, Number(value));
  }
  const changed = resizeVariables(description, sizes);
  refuseBadSizes(changed, taking);
  return changed;
}

function refuseBadSizes({ variables }: ModelDescription, { name, refuse }: ValueContext): void {
  let elements = 0;
  for (const variable of variables) {
    elements += elementCount(variable);
    if (elements <= elementLimit) continue;
    refuse(
      ['units', name, 'parameters'],
      `set structural parameters of ${name}: ${variable.name} has the dimensions [${variable.dimensions}]. ` +
        `Use sizes with at most ${elementLimit} elements in total.`,
    );
  }
}

function valuesGiven(description: ModelDescription, taking: ValueContext): SystemUnit['values'] {
  const { name, unitOptions, refuse } = taking;
  const byName = settableByName(description);
  const values: SystemUnit['values'] = [];
  const names = new Map<Variable, string>();
  for (const section of ['parameters', 'start'] as const)
    for (const [key, value] of Object.entries(unitOptions[section] ?? {})) {
      const path = ['units', name, section, key];
      const variable =
        byName.get(key) ??
        refuse(path, `set ${name}.${key}: unknown variable. ${nameHint(key, [...byName.keys()])}`);
      const other = names.get(variable);
      if (other !== undefined)
        refuse(
          path,
          `set ${name}.${key}: the variable is already set as ${name}.${other}. Remove one of them.`,
        );
      names.set(variable, key);
      refuseSection(variable, section, path, taking);
      const checked = checkValue(description, variable, [section, key], value, taking);
      // Checked values are frozen, because later changes would not be checked.
      values.push(Object.freeze({ variable, value: Object.freeze(checked) }));
    }
  return values;
}

function refuseSection(
  variable: Variable,
  section: Section,
  path: readonly string[],
  { name, refuse }: ValueContext,
): void {
  if (variable.type === 'Clock')
    refuse(
      path,
      `set ${name}.${path[path.length - 1]}: a Clock does not have a start value. Remove this entry.`,
    );
  const fits =
    section === 'parameters' ? /^(structuralP|p)arameter$/.test(variable.causality) : hasStart(variable);
  if (!fits)
    refuse(
      path,
      `set ${name}.${path[path.length - 1]}: the causality is ${variable.causality}, but ` +
        `"${section}" takes ${section === 'parameters' ? 'parameters' : 'inputs and other variables with a start value'} only.`,
    );
}

function checkValue(
  description: ModelDescription,
  variable: Variable,
  [section, key]: readonly [Section, string],
  value: unknown,
  { name, sealed, refuse }: ValueContext,
): SystemUnit['values'][number]['value'] {
  const declared: ValueDeclaration = declarationOf(description, variable);
  const size =
    sealed && /^(String|Binary)$/.test(variable.type) ? { maxSize: variable.maxSize ?? sealedSize } : {};
  try {
    const converted = inVariableUnit(description, variable, value);
    const isPartial = Array.isArray(converted) && converted.includes(null);
    return isPartial
      ? checkPartial({ ...declared, ...size }, converted)
      : checkValues({ ...declared, ...size }, converted);
  } catch (error) {
    return refuse(['units', name, section, key], `set ${name}.${key}: ${messageOf(error)}`);
  }
}

/** Checks the values of some elements of an array. Null elements become undefined. */
function checkPartial(
  declared: ValueDeclaration,
  values: readonly unknown[],
): SystemUnit['values'][number]['value'] {
  const checked = checkValues(
    declared,
    values.map((value) => value ?? standIn(values)),
  );
  return values.map((value, i) => (value === null ? undefined : checked[i]));
}

/** Returns one of the values, to be checked again in place of those that are missing. */
const standIn = (values: readonly unknown[]): unknown => values.find((value) => value !== null);

/**
 * Converts a value with a unit of measure (`"30[mm]"`, `"30 mm"`) to the variable's unit of
 * measure.
 */
function inVariableUnit(description: ModelDescription, variable: Variable, input: unknown): unknown {
  if (!isFloatType(variable.type)) return input;
  const visit = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const { before, unitOfMeasure } = splitQuantity(value.trim());
    return unitOfMeasure === undefined
      ? value
      : converterTo(variable, description, unitOfMeasure)(before.trim());
  };
  return Array.isArray(input) ? input.map(visit) : visit(input);
}

/** Reports whether a variable's start value may be changed (FMI 3.0, 2.4.7.5). */
function hasStart({ causality, variability, initial, start, resized }: Variable): boolean {
  if (causality === 'input') return true;
  if ((causality !== 'output' && causality !== 'local') || variability === 'constant') return false;
  return initial !== 'calculated' && (start !== undefined || resized === true);
}
