import { isEqualExceptAngles, parseUnitOfMeasure } from '../../description/si-units.ts';
import { initialTables } from '../../standard/variability-table.ts';
import { withArticle } from '../../util/printable.ts';
import { clockedProblems, clockProblems } from './clock-fields.ts';
import type { Manifest, ManifestVariable } from './manifest.ts';
import { displayUnitProblem } from './manifest-units.ts';
import { modelExchangeProblems, statesOf } from './model-exchange-states.ts';
import { boundProblems, type Problem, startProblem } from './start-values.ts';

/** Returns the problems of a variable. The first one is the one to report. */
export function variableProblems(
  v: ManifestVariable,
  manifest: Manifest,
  names: ReadonlyMap<string, ManifestVariable>,
): Problem[] {
  const problems = [...attributeProblems(v, manifest), ...parameterProblems(v), ...rangeProblems(v)];
  const start = startProblem(v, manifest);
  if (problems.length === 0 && start !== undefined) problems.push({ key: 'start', what: start });
  return [
    ...problems,
    ...unitProblems(v),
    ...tickProblems(v, names),
    ...displayProblems(v),
    ...modelExchangeProblems(v, manifest),
    ...nominalProblems(v),
    ...dependencyProblems(v, manifest, names),
  ];
}

/** Returns the problems of attributes that the type or the causality does not allow. */
function attributeProblems(v: ManifestVariable, { enumerations = {} }: Manifest): Problem[] {
  const problems: Problem[] = [];
  const addProblem = (key: string, what: string): number => problems.push({ key, what });
  if (v.type === 'Enumeration' && !Object.hasOwn(enumerations, v.enumeration ?? ''))
    addProblem('enumeration', `unknown enumeration "${v.enumeration}". Name one of "enumerations".`);
  if (v.variability === 'continuous' && !v.type.startsWith('Float'))
    addProblem('variability', `a ${v.type} cannot be continuous. Make it discrete.`);
  const allowed = Object.keys(initialTables['3.0'][v.causality] ?? {});
  if (v.variability !== undefined && !allowed.includes(v.variability))
    addProblem(
      'variability',
      `${withArticle(v.causality)} must be ${listed(allowed)}, not ${v.variability}.`,
    );
  if (v.causality === 'calculatedParameter' && v.start !== undefined)
    addProblem('start', 'a calculatedParameter is computed and cannot have a start value. Remove "start".');
  if (v.enumeration !== undefined && v.type !== 'Enumeration')
    addProblem(
      'enumeration',
      `a ${v.type} cannot have items. Make it an Enumeration, or remove "enumeration".`,
    );
  if (v.maxSize !== undefined && v.type !== 'String' && v.type !== 'Binary')
    addProblem('maxSize', `a ${v.type} cannot have maxSize. Remove it.`);
  return problems;
}

/** Returns the problems of a structural parameter, and of a parameter or input without a start. */
function parameterProblems(v: ManifestVariable): Problem[] {
  const problems: Problem[] = [];
  const addProblem = (key: string, what: string): number => problems.push({ key, what });
  const isStructural = v.causality === 'structuralParameter';
  if (isStructural && !/^U?Int/.test(v.type))
    addProblem(
      'type',
      `a structural parameter must be an integer, not a ${v.type}. Make it a UInt64, or a parameter.`,
    );
  if (isStructural && v.variability === 'tunable')
    addProblem(
      'variability',
      'a structural parameter of a unit must be fixed. Make it fixed, or remove "variability".',
    );
  const needsStart = isStructural || v.causality === 'parameter' || v.causality === 'input';
  if (needsStart && v.start === undefined && v.type !== 'Clock')
    addProblem('name', `a ${v.causality} needs a start value. Add "start".`);
  return problems;
}

/** Returns the problems of the bounds. */
function rangeProblems(v: ManifestVariable): readonly Problem[] {
  const isNumeric = /^(Float|U?Int|Enumeration)/.test(v.type);
  if (!isNumeric && (v.min !== undefined || v.max !== undefined))
    return [{ key: 'min', what: `a ${v.type} cannot have min or max. Remove them.` }];
  return boundProblems(v);
}

/** Returns the problems of the unit of measure. */
function unitProblems(v: ManifestVariable): Problem[] {
  if (v.unit === undefined) return [];
  const problems: Problem[] = [];
  if (!v.type.startsWith('Float'))
    problems.push({ key: 'unit', what: `a ${v.type} cannot have a unit of measure. Remove "unit".` });
  if (parseUnitOfMeasure(v.unit) === undefined)
    problems.push({
      key: 'unit',
      what: `unknown unit of measure "${v.unit}". Write SI symbols with whole exponents, such as N.s/m or m3/s.`,
    });
  return problems;
}

/** Returns the problems of a Clock, or of the Clocks of another variable. */
function tickProblems(v: ManifestVariable, names: ReadonlyMap<string, ManifestVariable>): Problem[] {
  if (v.type === 'Clock') return clockProblems(v, names).map((what) => ({ key: 'name', what }));
  return clockedProblems(v, names).map((what) => ({ key: 'clocks', what }));
}

/** Returns the problems of the displayed unit of measure and of the unit of an energy. */
function displayProblems(v: ManifestVariable): Problem[] {
  const problems: Problem[] = [];
  const displayProblem = displayUnitProblem(v);
  if (displayProblem !== undefined) problems.push({ key: 'displayUnit', what: displayProblem });
  if (v.energy !== undefined && !isJoule(v.unit))
    problems.push({
      key: 'unit',
      what: `expected J as the unit of measure of an energy, got ${v.unit ?? 'none'}. Give it in J (N.m and W.s are equal).`,
    });
  return problems;
}

function isJoule(unitOfMeasure: string | undefined): boolean {
  return (
    unitOfMeasure !== undefined &&
    isEqualExceptAngles(parseUnitOfMeasure(unitOfMeasure), parseUnitOfMeasure('J'))
  );
}

function nominalProblems(v: ManifestVariable): Problem[] {
  if (v.nominal === undefined || v.type.startsWith('Float')) return [];
  return [{ key: 'nominal', what: `a ${v.type} cannot have a nominal value. Remove "nominal".` }];
}

const listed = (words: readonly string[]): string => words.join(', ').replace(/, (?=[^,]*$)/, ' or ');

const remembered = new WeakMap<object, ReadonlySet<string>>();

/**
 * Returns the names of continuous states, and of variables whose value at the tick before is another
 * variable. It computes them once for the names of a manifest, because every variable needs them.
 */
function rememberedNames(manifest: Manifest, names: object): ReadonlySet<string> {
  const before = remembered.get(names);
  if (before !== undefined) return before;
  const previous = manifest.variables.flatMap((variable) => variable.previous ?? []);
  const found = new Set([...statesOf(manifest).map(({ state }) => state.name), ...previous]);
  remembered.set(names, found);
  return found;
}

/**
 * Checks that a variable depends on inputs, continuous states, or variables that change at ticks of
 * a Clock (FMI 3.0, 2.4.8).
 */
function dependencyProblems(
  v: ManifestVariable,
  manifest: Manifest,
  names: ReadonlyMap<string, ManifestVariable>,
): Problem[] {
  const named = v.dependsOn ?? [];
  return named.flatMap((name, i) => {
    const of = names.get(name);
    if (of === undefined)
      return [{ key: 'dependsOn', what: `unknown variable "${name}". Name inputs of unit.json.` }];
    if (named.indexOf(name) < i) return [{ key: 'dependsOn', what: `it names "${name}" twice. Remove one.` }];
    if (of.causality !== 'input' && of.clocks === undefined && !rememberedNames(manifest, names).has(name))
      return [
        {
          key: 'dependsOn',
          what: `${name} is neither an input nor a state. Name the inputs and states on which it depends.`,
        },
      ];
    return [];
  });
}
