import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { JsonFile, Schema } from '../../util/json/json-file.ts';
import type { JsonPath } from '../../util/json/json-path.ts';
import { readJsonFile } from '../../util/json/read-json.ts';
import { UserError } from '../../util/user-error.ts';
import type { EnumerationType, Manifest, ManifestTerminal, ManifestVariable } from './manifest.ts';

/** A file of variables that several units share, and the including unit's changes by name. */
export interface Include {
  /** Path of the file, relative to the one that includes it. */
  include: string;
  change?: Record<string, Partial<ManifestVariable>>;
}

/** Content of an included file. `unit.json` as written has equal keys. */
export interface Part {
  enumerations?: Record<string, EnumerationType>;
  variables: (ManifestVariable | Include)[];
  terminals?: ManifestTerminal[];
}

/** `unit.json` as its author wrote it (schemas/unit.schema.json). */
export type WrittenManifest = Omit<Manifest, 'variables'> & Part;

type Path = readonly (string | number)[];

/**
 * Returns true for values in which whole numbers of any size must stay exact: start values and
 * bounds of variables, and changes of them.
 */
export function isNumericValuePath([list, , ...inside]: JsonPath): boolean {
  const key = inside[0] === 'change' ? inside[2] : inside[0];
  return list === 'variables' && /^(start|min|max|nominal)$/.test(String(key));
}

/** A value, and a function that gives the place of its parts in its own file. */
interface WithPlace<T> {
  name: string;
  value: T;
  where(path: Path): string;
}

interface Parts {
  files: string[];
  enumerations: WithPlace<EnumerationType>[];
  variables: WithPlace<ManifestVariable>[];
  terminals: WithPlace<ManifestTerminal>[];
}

/**
 * Returns the manifest of a `unit.json` with all includes resolved. Variables of an included file
 * come in its order at the place of the include, so that value references depend only on places. A
 * change replaces properties of a variable, which keeps its place.
 *
 * Enumerations and terminals of an included file precede the including file's. Errors name places
 * in the original files.
 *
 * @param partSchema schema of an included file
 */
export function resolveIncludes(file: JsonFile<WrittenManifest>, partSchema: Schema): JsonFile<Manifest> {
  const parts = gatherParts(file, [resolve(file.file)], partSchema);
  const { enumerations: _, variables: __, terminals: ___, ...rest } = file.value;
  const value: Manifest = {
    ...rest,
    ...(parts.enumerations.length === 0
      ? {}
      : {
          enumerations: Object.fromEntries(
            uniqueEnumerations(parts.enumerations).map((e) => [e.name, e.value]),
          ),
        }),
    variables: parts.variables.map((v) => v.value),
    ...(parts.terminals.length === 0 ? {} : { terminals: parts.terminals.map((t) => t.value) }),
  };
  const where = (path: Path): string => {
    const [list, key, ...inside] = path;
    const placed =
      list === 'enumerations'
        ? parts.enumerations.find((e) => e.name === key)
        : list === 'variables' || list === 'terminals'
          ? parts[list][Number(key)]
          : undefined;
    return placed?.where(inside) ?? file.where(path);
  };
  return { file: file.file, value, where };
}

/** Lists all files of a manifest: its own, and all includes. */
export function filesOf(file: JsonFile<WrittenManifest>, partSchema: Schema): string[] {
  return [...new Set(gatherParts(file, [resolve(file.file)], partSchema).files)];
}

function gatherParts(file: JsonFile<Part>, chain: readonly string[], partSchema: Schema): Parts {
  const parts: Parts = { files: [resolve(file.file)], enumerations: [], variables: [], terminals: [] };
  const place = <T>(name: string, value: T, ...at: Path): WithPlace<T> => ({
    name,
    value,
    where: (path) => file.where([...at, ...path]),
  });
  file.value.variables.forEach((entry, i) => {
    if (!('include' in entry)) {
      parts.variables.push(place(entry.name, entry, 'variables', i));
      return;
    }
    const path = includedPath(file, entry.include, i, chain);
    const part = gatherParts(
      readJsonFile<Part>(path, partSchema, isNumericValuePath),
      [...chain, path],
      partSchema,
    );
    parts.files.push(...part.files);
    parts.enumerations.push(...part.enumerations);
    parts.variables.push(...applyChange(part.variables, entry, file, i));
    parts.terminals.push(...part.terminals);
  });
  for (const [name, type] of Object.entries(file.value.enumerations ?? {}))
    parts.enumerations.push(place(name, type, 'enumerations', name));
  (file.value.terminals ?? []).forEach((terminal, i) => {
    parts.terminals.push(place(terminal.name, terminal, 'terminals', i));
  });
  return parts;
}

function includedPath(file: JsonFile<Part>, include: string, i: number, chain: readonly string[]): string {
  const home = dirname(file.file);
  const path = resolve(home, include);
  const at = file.where(['variables', i, 'include']);
  const circle = chain.indexOf(path);
  if (circle >= 0) {
    const names = [...chain.slice(circle), path].map((name) => relative(home, name));
    throw new UserError(
      `check ${at}: circular include: ${names.join(' includes ')}. Move what both need to a file that includes neither.`,
    );
  }
  if (!existsSync(path))
    throw new UserError(
      `check ${at}: the included file ${path} does not exist. Correct the path. It is relative to ${home}.`,
    );
  return path;
}

function applyChange(
  variables: readonly WithPlace<ManifestVariable>[],
  { include, change = {} }: Include,
  file: JsonFile<Part>,
  i: number,
): WithPlace<ManifestVariable>[] {
  const at = (...path: Path): string => file.where(['variables', i, 'change', ...path]);
  for (const name of Object.keys(change))
    if (!variables.some((v) => v.name === name))
      throw new UserError(
        `check ${at(name)}: ${include} lacks the variable "${name}" to change. It has ${variables.map((v) => v.name).join(', ')}.`,
      );
  return variables.map((v) => {
    if (!Object.hasOwn(change, v.name)) return v;
    const variableChange = change[v.name];
    const value = { ...v.value, ...variableChange };
    return {
      name: value.name,
      value,
      where: (path) => (Object.hasOwn(variableChange, String(path[0])) ? at(v.name, ...path) : v.where(path)),
    };
  });
}

/** Returns enumerations by name. An enumeration that arrives twice from one place counts once. */
function uniqueEnumerations(
  enumerations: readonly WithPlace<EnumerationType>[],
): WithPlace<EnumerationType>[] {
  return enumerations.filter((enumeration, i) => {
    const first = enumerations.findIndex((other) => other.name === enumeration.name);
    if (first < i && enumerations[first].where([]) !== enumeration.where([]))
      throw new UserError(
        `check ${enumeration.where([])}: enumeration "${enumeration.name}" is declared twice, also at ${enumerations[first].where([])}. Rename one.`,
      );
    return first === i;
  });
}
