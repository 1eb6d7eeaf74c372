import { join } from 'node:path';
import unitSchema from '../../../schemas/unit.schema.json' with { type: 'json' };
import { type Drawing, drawingFault } from '../../description/drawing-annotation.ts';
import { isEqualExceptAngles, parseUnitOfMeasure } from '../../description/si-units.ts';
import { initialTables } from '../../standard/variability-table.ts';
import { type JsonFile, parseJsonFile } from '../../util/json/json-file.ts';
import { readJsonFile } from '../../util/json/read-json.ts';
import { withArticle } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { clockedProblems, clockProblems } from './clock-fields.ts';
import { enumerationFaults } from './enumeration-faults.ts';
import { filesOf, isNumericValuePath, resolveIncludes, type WrittenManifest } from './include-variables.ts';
import { type Manifest, type ManifestVariable, sizeOf } from './manifest.ts';
import { displayUnitProblem } from './manifest-units.ts';
import { modelExchangeProblems, statesOf } from './model-exchange-states.ts';
import { boundProblems, type Problem, startProblem, withJsonValues } from './start-values.ts';
import { terminalFaults } from './terminal-faults.ts';
import { nameProblem, variableNameProblem } from './unit-names.ts';

const schema = { schema: unitSchema };
const partSchema = { schema: unitSchema, at: '/definitions/part' };

/**
 * Limit of the number of elements of all variables. Each start value is written into the
 * description.
 */
const mostElements = 1_000_000;

/**
 * Reads `unit.json` of a unit folder. Checks it against the schema first, then against all other
 * rules.
 */
export function loadManifest(folder: string): Manifest {
  return manifestOf(readWritten(folder));
}

/** Parses the manifest from the text of its file. Included files are found from the file's name. */
export function parseManifest(text: string, file: string): Manifest {
  return manifestOf(parseJsonFile<WrittenManifest>(file, text, schema, isNumericValuePath));
}

function manifestOf(written: JsonFile<WrittenManifest>): Manifest {
  const file = resolveIncludes(written, partSchema);
  checkManifest(file);
  const { value: manifest } = file;
  return { ...manifest, variables: manifest.variables.map((v) => withJsonValues(v, manifest)) };
}

/** Lists the files of a unit folder's manifest: `unit.json` and its includes. */
export function manifestFiles(folder: string): string[] {
  return filesOf(readWritten(folder), partSchema);
}

function readWritten(folder: string): JsonFile<WrittenManifest> {
  return readJsonFile<WrittenManifest>(join(folder, 'unit.json'), schema, isNumericValuePath);
}

function checkManifest(file: JsonFile<Manifest>): void {
  const { value: manifest } = file;
  const names = new Map(manifest.variables.map((v) => [v.name, v]));
  const refuse = (path: (string | number)[], what: string): never => {
    throw new UserError(`check ${file.where(path)}: ${what}`);
  };
  const wrongName = nameProblem(manifest.name);
  if (wrongName !== undefined) refuse(['name'], wrongName);
  for (const { path, what } of enumerationFaults(manifest)) refuse(['enumerations', ...path], what);
  const places = new Map<string, number>();
  let elements = 0;
  manifest.variables.forEach((v, i) => {
    const at = ['variables', i];
    const first = places.get(v.name);
    places.set(v.name, i);
    if (first !== undefined)
      refuse(
        [...at, 'name'],
        `variable "${v.name}" is declared twice, also at ${file.where(['variables', first, 'name'])}. Rename one.`,
      );
    const problemOfName = variableNameProblem(v.name);
    if (problemOfName !== undefined) refuse([...at, 'name'], problemOfName);
    elements += sizeOf(v);
    if (elements > mostElements)
      refuse(
        [...at, 'dimensions'],
        `with ${v.name} (${sizeOf(v)} elements) the variables have ${elements} elements, more than the limit of ${mostElements}. Make it smaller.`,
      );
    for (const problem of problemsOf(v, manifest, names))
      refuse([...at, problem.key], `${v.name}: ${problem.what}`);
  });
  const { startTime = 0, stopTime = Infinity } = manifest.defaultExperiment ?? {};
  if (!(stopTime > startTime))
    refuse(
      ['defaultExperiment', 'stopTime'],
      `the experiment ends at ${stopTime} s, but begins at ${startTime} s. Increase stopTime.`,
    );
  if (manifest.drawing !== undefined) checkDrawing(manifest.drawing, names, refuse);
  for (const { path, what } of terminalFaults(manifest, names)) refuse(['terminals', ...path], what);
}

function checkDrawing(
  drawing: Drawing,
  names: ReadonlyMap<string, ManifestVariable>,
  refuse: (path: (string | number)[], what: string) => never,
): void {
  const problem = drawingFault(drawing);
  if (problem !== undefined) refuse(['drawing'], `${problem}. Name a point of the drawing.`);
  for (const [point, where] of Object.entries(drawing.points))
    for (const place of 'x' in where ? [where.x, where.y] : [])
      if (typeof place === 'string' && !names.has(place.replace(/\[[^[]*\]$/, '')))
        refuse(
          ['drawing', 'points', point],
          `the point ${point} is at "${place}", which is not a variable. Name one of unit.json, or give a number.`,
        );
}

function isJoule(unitOfMeasure: string | undefined): boolean {
  return (
    unitOfMeasure !== undefined &&
    isEqualExceptAngles(parseUnitOfMeasure(unitOfMeasure), parseUnitOfMeasure('J'))
  );
}

function problemsOf(
  v: ManifestVariable,
  manifest: Manifest,
  names: ReadonlyMap<string, ManifestVariable>,
): Problem[] {
  const problems: Problem[] = [];
  const addProblem = (key: string, what: string): number => problems.push({ key, what });
  if (v.type === 'Enumeration' && !Object.hasOwn(manifest.enumerations ?? {}, v.enumeration ?? ''))
    addProblem('enumeration', `unknown enumeration "${v.enumeration}". Name one of "enumerations".`);
  if (v.variability === 'continuous' && !v.type.startsWith('Float'))
    addProblem('variability', `a ${v.type} cannot be continuous. Make it discrete.`);
  const parameter = v.causality === 'parameter' || v.causality === 'structuralParameter';
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
  if (v.causality === 'structuralParameter' && !/^U?Int/.test(v.type))
    addProblem(
      'type',
      `a structural parameter must be an integer, not a ${v.type}. Make it a UInt64, or a parameter.`,
    );
  if (v.causality === 'structuralParameter' && v.variability === 'tunable')
    addProblem(
      'variability',
      'a structural parameter of a unit must be fixed. Make it fixed, or remove "variability".',
    );
  if ((parameter || v.causality === 'input') && v.start === undefined && v.type !== 'Clock')
    addProblem('name', `a ${v.causality} needs a start value. Add "start".`);
  const numeric = /^(Float|U?Int|Enumeration)/.test(v.type);
  if (!numeric && (v.min !== undefined || v.max !== undefined))
    addProblem('min', `a ${v.type} cannot have min or max. Remove them.`);
  else for (const { key, what } of boundProblems(v)) addProblem(key, what);
  const start = startProblem(v, manifest);
  if (problems.length === 0 && start !== undefined) addProblem('start', start);
  if (v.unit !== undefined && !v.type.startsWith('Float'))
    addProblem('unit', `a ${v.type} cannot have a unit of measure. Remove "unit".`);
  if (v.unit !== undefined && parseUnitOfMeasure(v.unit) === undefined)
    addProblem(
      'unit',
      `unknown unit of measure "${v.unit}". Write SI symbols with whole exponents, such as N.s/m or m3/s.`,
    );
  for (const what of v.type === 'Clock' ? clockProblems(v, names) : []) addProblem('name', what);
  for (const what of v.type === 'Clock' ? [] : clockedProblems(v, names)) addProblem('clocks', what);
  const displayProblem = displayUnitProblem(v);
  if (displayProblem !== undefined) addProblem('displayUnit', displayProblem);
  if (v.energy !== undefined && !isJoule(v.unit))
    addProblem(
      'unit',
      `expected J as the unit of measure of an energy, got ${v.unit ?? 'none'}. Give it in J (N.m and W.s are equal).`,
    );
  for (const { key, what } of modelExchangeProblems(v, manifest)) addProblem(key, what);
  if (v.nominal !== undefined && !v.type.startsWith('Float'))
    addProblem('nominal', `a ${v.type} cannot have a nominal value. Remove "nominal".`);
  for (const { key, what } of dependencyProblems(v, manifest, names)) addProblem(key, what);
  return problems;
}

const listed = (words: readonly string[]): string => words.join(', ').replace(/, (?=[^,]*$)/, ' or ');

/**
 * Checks that a variable depends on inputs, continuous states, or variables that change at ticks of
 * a Clock (FMI 3.0, 2.4.8).
 */
function dependencyProblems(
  v: ManifestVariable,
  manifest: Manifest,
  names: ReadonlyMap<string, ManifestVariable>,
): Problem[] {
  const states = new Set(statesOf(manifest).map(({ state }) => state));
  const named = v.dependsOn ?? [];
  return named.flatMap((name, i) => {
    const of = names.get(name);
    if (of === undefined)
      return [{ key: 'dependsOn', what: `unknown variable "${name}". Name inputs of unit.json.` }];
    if (named.indexOf(name) < i) return [{ key: 'dependsOn', what: `it names "${name}" twice. Remove one.` }];
    const clocked = of.clocks !== undefined || manifest.variables.some(({ previous }) => previous === name);
    if (of.causality !== 'input' && !states.has(of) && !clocked)
      return [
        {
          key: 'dependsOn',
          what: `${name} is neither an input nor a state. Name the inputs and states on which it depends.`,
        },
      ];
    return [];
  });
}
