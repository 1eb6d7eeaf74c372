import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import { isNamed } from '../../fmu-sdk/util/is-named.ts';
import { UserCodeError } from '../../fmu-sdk/util/user-code.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CouplingScheme } from '../coupling/coupling.ts';
import type { Extrapolation } from '../extrapolation/extrapolation.ts';
import type { Sink } from '../observe/formats/result-format.ts';
import type { ObserverKind } from '../observe/observer.ts';

/** Custom extensions for one run. */
export interface Extensions {
  couplings?: readonly CouplingScheme[] | undefined;
  extrapolations?: readonly Extrapolation[] | undefined;
  observers?: readonly ObserverKind[] | undefined;
  sinks?: readonly Sink[] | undefined;
  integrators?: readonly Method[] | undefined;
}

const kinds = ['couplings', 'extrapolations', 'observers', 'sinks', 'integrators'] as const;

/** Loads the default exports of modules (`fmu run --use my-coupling.mjs`) and merges them. */
export async function loadExtensions(files: readonly string[]): Promise<Extensions> {
  const all = await Promise.all(files.map(load));
  const joined = kinds.map((kind) => [
    kind,
    all.flatMap((extensions): readonly unknown[] => extensions[kind] ?? []),
  ]);
  return Object.fromEntries(joined) as Extensions;
}

async function load(file: string): Promise<Extensions> {
  let module: { default?: unknown };
  try {
    // The import of a pipe would never end.
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) throw new Error('it is not a file');
    module = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown };
  } catch (error) {
    throw new UserError(
      `use ${file}: ${messageOf(error)}${placeIn([file], error)}. Name a JavaScript module.`,
    );
  }
  let fault: string | undefined;
  try {
    fault = faultOf(module.default);
  } catch (error) {
    fault = `default export cannot be read: ${messageOf(error)}`;
  }
  if (fault === undefined) return module.default as Extensions;
  throw new UserError(`use ${file}: its ${fault}. Export an object whose ${kinds.join(', ')} are lists.`);
}

/**
 * Converts an error of custom code to a UserError that names its module and line. Returns other
 * errors unchanged. A thrown value that is not an Error lacks a line, but with modules in use only
 * they throw such values.
 */
export function explainExtension(files: readonly string[], failure: unknown): unknown {
  const thrown = failure instanceof UserCodeError && files.length > 0 ? failure.cause : failure;
  if (thrown instanceof UserError || files.length === 0) return thrown;
  const place = placeIn(files, thrown);
  if (thrown instanceof Error && place === '') return thrown;
  const module = files.find((file) => stackOf(thrown).includes(pathToFileURL(resolve(file)).href));
  return new UserError(
    `use ${module ?? files.join(', ')}: the module fails: ${messageOf(thrown)}${place}. Correct it, or remove it.`,
  );
}

/** Returns ` (line 3)` if an error was thrown in one of these modules, otherwise an empty text. */
function placeIn(files: readonly string[], thrown: unknown): string {
  for (const frame of stackOf(thrown).split('\n'))
    for (const file of files) {
      const url = pathToFileURL(resolve(file)).href;
      const at = frame.indexOf(`${url}:`);
      const line = at < 0 ? undefined : /^\d+/.exec(frame.slice(at + url.length + 1))?.[0];
      if (line !== undefined) return ` (line ${line})`;
    }
  return '';
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error && typeof thrown.stack === 'string' ? thrown.stack : '';
}

/** Returns the problem of a default export, or undefined. */
function faultOf(defaultExport: unknown): string | undefined {
  const entries =
    typeof defaultExport === 'object' && defaultExport !== null ? Object.entries(defaultExport) : [];
  if (entries.length === 0) return 'default export is empty';
  for (const [kind, list] of entries) {
    if (!(kinds as readonly string[]).includes(kind)) return `default export has the unknown list "${kind}"`;
    if (!Array.isArray(list) || !list.every(isNamed)) return `"${kind}" is not a list of objects with a name`;
  }
  return undefined;
}
