import type { ModelDescription } from '../../description/description.ts';
import { isSameUnitOfMeasure, parseUnitOfMeasure } from '../../description/si-units.ts';
import { baseUnitTag } from '../../description/unit-definitions.ts';
import { checkValues } from '../../description/values/checked-values.ts';
import { declarationOf } from '../../description/values/value-declaration.ts';
import { nameHint } from '../../util/nearest-name.ts';
import { printableName } from '../../util/printable.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import { childNamed, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import { attributeText, type XmlPatch } from '../../util/xml/xml-patch.ts';
import { differs } from './edit-binaries.ts';
import type { FmuEdits } from './edit-options.ts';
import { type NamedVariable, requireVariable } from './variable-elements.ts';

/** A model description that is being edited. */
export interface Editing {
  /** Starts messages: `edit x.fmu`. */
  readonly operation: string;
  readonly patch: XmlPatch;
  readonly description: ModelDescription;
  /** Variables by their names before the edits. */
  readonly names: ReadonlyMap<string, NamedVariable>;
}

/** Renames variables. All new names apply at once, so that two variables can swap their names. */
export function renameVariables(
  { operation, patch, names }: Editing,
  rename: ReadonlyMap<string, string>,
): void {
  for (const [old, name] of rename) {
    const { named } = requireVariable(names, old, `${operation}: rename ${printableName(old)}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (name === '' || /[\x00-\x1F\x7F]/.test(name))
      throw new UserError(
        `${operation}: rename ${printableName(old)}: expected a name without control characters, got ${JSON.stringify(name)}. Give --rename old=new.`,
      );
    patch.set(named, 'name', name);
  }
  const owners = new Map<string, string>();
  for (const old of names.keys()) {
    const name = rename.get(old) ?? old;
    const other = owners.get(name);
    if (other !== undefined)
      throw new UserError(
        `${operation}: "${printableName(other)}" and "${printableName(old)}" would both have the name "${printableName(name)}". Choose another name.`,
      );
    owners.set(name, old);
  }
}

/** Sets descriptions. An empty text removes the description. */
export function describeVariables(
  { operation, patch, names }: Editing,
  texts: ReadonlyMap<string, string>,
): void {
  for (const [name, text] of texts) {
    const { named } = requireVariable(names, name, `${operation}: describe ${printableName(name)}`);
    patch.set(named, 'description', text === '' ? undefined : text);
  }
}

/** Elements of a model description behind its units of measure, in the order of both schemas. */
const afterUnits = [
  'TypeDefinitions',
  'LogCategories',
  'DefaultExperiment',
  'VendorAnnotations',
  'ModelVariables',
];

/**
 * Declares units of measure. Values are not converted, so that a variable keeps another unit of
 * measure that it has. An empty text removes the unit of measure.
 */
export function setUnits(
  { operation, patch, description, names }: Editing,
  units: ReadonlyMap<string, string>,
): void {
  const added = new Set<string>();
  for (const [name, unit] of units) {
    const what = `${operation}: unit of ${printableName(name)}`;
    const { typed, variable } = requireVariable(names, name, what);
    if (!/^Float/.test(variable.type))
      throw new UserError(
        `${what}: expected a variable of floating-point type, got ${variable.type}. FMI gives units of measure to numbers only.`,
      );
    const definitions = description.unitsOfMeasure;
    const before = variable.unit;
    if (unit === '') {
      patch.set(typed, 'unit', undefined);
      patch.set(typed, 'displayUnit', undefined);
      continue;
    }
    const known = definitions.find((definition) => definition.name === unit);
    const base = parseUnitOfMeasure(unit);
    if (known === undefined && base === undefined)
      throw new UserError(
        `${what}: unit of measure "${printableName(unit)}" is unknown. ${nameHint(
          unit,
          definitions.map((definition) => definition.name),
        )} Write units of measure as N.s/m, m3/s or kg/(m.s2).`,
      );
    const old = definitions.find((definition) => definition.name === before);
    if (before !== undefined && before !== unit) {
      if (old === undefined || !isSameUnitOfMeasure(old, known ?? { name: unit, base }))
        throw new UserError(
          `${what}: expected ${before}, the unit of measure of its values, got ${printableName(unit)}. Values are not converted. Remove a wrong unit of measure first, with --unit-of-measure ${printableName(name)}=.`,
        );
    }
    patch.set(typed, 'unit', unit);
    if (before !== unit) patch.set(typed, 'displayUnit', undefined);
    if (known === undefined) added.add(unit);
  }
  if (added.size === 0) return;
  const xml = [...added].map((unit) => {
    const { name, attributes } = baseUnitTag('BaseUnit', parseUnitOfMeasure(unit) as never);
    const exponents = attributes.map(([key, value]) => ` ${key}="${attributeText(value)}"`).join('');
    return `<Unit name="${attributeText(unit)}"><${name}${exponents}/></Unit>`;
  });
  const list = childNamed(patch.root, 'UnitDefinitions');
  if (list !== undefined) for (const unit of xml) patch.append(list, unit);
  else
    patch.insertBefore(
      firstChild(patch.root, afterUnits),
      `<UnitDefinitions>${xml.join('')}</UnitDefinitions>`,
    );
}

/** Sets start values in the description. */
export function setStartValues(
  { operation, patch, description, names }: Editing,
  start: ReadonlyMap<string, unknown>,
): void {
  for (const [name, given] of start) {
    const what = `${operation}: set ${printableName(name)}`;
    const { typed, variable } = requireVariable(names, name, what);
    if (!hasStart(variable))
      throw new UserError(
        `${what}: expected a parameter, an input or a variable with a start value, got ${variable.causality} ${variable.variability}. The FMU computes its value.`,
      );
    const texts = startTexts(description, variable, given, what);
    if (!differs(description, variable, given)) continue;
    const isText = variable.type === 'String' || variable.type === 'Binary';
    if (isText && typed.name !== 'ScalarVariable' && description.fmiVersion.startsWith('3'))
      replaceStarts(patch, typed, texts);
    else patch.set(typed, 'start', texts.join(' '));
  }
}

function hasStart({ causality, variability, initial, start }: NamedVariable['variable']): boolean {
  if (variability === 'constant' || causality === 'independent') return false;
  return (
    /^(input|parameter|structuralParameter)$/.test(causality) ||
    initial === 'exact' ||
    initial === 'approx' ||
    start !== undefined
  );
}

/** Returns checked values as the texts of a description. Throws a UserError for invalid ones. */
export function startTexts(
  description: ModelDescription,
  variable: NamedVariable['variable'],
  given: unknown,
  what: string,
): string[] {
  try {
    const values = checkValues(declarationOf(description, variable), given);
    return Array.from<number | bigint | Uint8Array, string>(values, (value) => {
      if (value instanceof Uint8Array)
        return variable.type === 'String'
          ? new TextDecoder().decode(value)
          : Buffer.from(value).toString('hex');
      return variable.type === 'Boolean' ? String(Number(value) !== 0) : String(value);
    });
  } catch (error) {
    throw new UserError(`${what}: ${messageOf(error)}`);
  }
}

/** Replaces the start values of a String or Binary of FMI 3.0, which are elements. */
function replaceStarts(patch: XmlPatch, element: XmlElement, texts: readonly string[]): void {
  const starts = childrenNamed(element, 'Start');
  if (starts.length === texts.length)
    for (const [i, start] of starts.entries()) patch.set(start, 'value', texts[i]);
  else {
    const xml = texts.map((text) => `<Start value="${attributeText(text)}"/>`).join('');
    const behind = element.children.find(({ name }) => name === 'Alias');
    if (starts.length > 0) {
      patch.replace(starts[0], xml);
      for (const start of starts.slice(1)) patch.remove(start);
    } else if (behind !== undefined) patch.insertBefore(behind, xml);
    else patch.append(element, xml);
  }
}

/** Sets attributes of the default experiment. */
export function setExperiment(
  { operation, patch, description }: Editing,
  experiment: NonNullable<FmuEdits['experiment']>,
): void {
  const given = Object.entries(experiment).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const all = { ...description.defaultExperiment, ...Object.fromEntries(given) };
  const refuse = (expected: string, got: string): never => {
    throw new UserError(
      `${operation}: default experiment: expected ${expected}, got ${got}. Give other times.`,
    );
  };
  for (const [name, value] of given)
    if (!Number.isFinite(value)) refuse(`a finite number for ${name}`, `${value}`);
  const { startTime = 0, stopTime = Number.POSITIVE_INFINITY, stepSize = 1, tolerance = 1 } = all;
  if (!(stopTime > startTime)) refuse(`a stop time above the start time ${startTime} s`, `${stopTime} s`);
  if (!(stepSize > 0)) refuse('a step size above 0 s', `${stepSize} s`);
  if (!(tolerance > 0)) refuse('a tolerance above 0', `${tolerance}`);
  const element = childNamed(patch.root, 'DefaultExperiment');
  if (element !== undefined) for (const [name, value] of given) patch.set(element, name, `${value}`);
  else
    patch.insertBefore(
      firstChild(patch.root, ['VendorAnnotations', 'ModelVariables']),
      `<DefaultExperiment${given.map(([name, value]) => ` ${name}="${value}"`).join('')}/>`,
    );
}

/** Returns the first child element with one of the names. Every description has variables. */
function firstChild(root: XmlElement, names: readonly string[]): XmlElement {
  return root.children.find(({ name }) => names.includes(name)) as XmlElement;
}
