import { join } from 'node:path';
import unitSchema from '../../../schemas/unit.schema.json' with { type: 'json' };
import { type Drawing, drawingFault } from '../../description/annotations/drawing-annotation.ts';
import { type JsonFile, parseJsonFile } from '../../util/json/json-file.ts';
import { readJsonFile } from '../../util/json/read-json.ts';
import { UserError } from '../../util/user-error.ts';
import { enumerationFaults } from './enumeration-faults.ts';
import { filesOf, isNumericValuePath, resolveIncludes, type WrittenManifest } from './include-variables.ts';
import { type Manifest, type ManifestVariable, sizeOf } from './manifest.ts';
import { withJsonValues } from './start-values.ts';
import { terminalFaults } from './terminal-faults.ts';
import { nameProblem, variableNameProblem } from './unit-names.ts';
import { variableProblems } from './variable-problems.ts';

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
    for (const problem of variableProblems(v, manifest, names))
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
