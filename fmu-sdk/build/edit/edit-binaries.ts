import {
  hiddenAnnotation,
  hiddenContent,
  hiddenVariables,
} from '../../description/annotations/hidden-annotation.ts';
import {
  acceptsPolynomial,
  elementCount,
  type ModelDescription,
  type Variable,
} from '../../description/description.ts';
import { checkValues } from '../../description/values/checked-values.ts';
import { declarationOf } from '../../description/values/value-declaration.ts';
import { elementOf, isNumeric } from '../../host/fmi-driver/variables/variable-arrays.ts';
import { isFmukitCore } from '../../host/wasm/core-interface.ts';
import { coreModuleOf } from '../../host/wasm/extract-core.ts';
import { printableName, someNames } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { attribute, childNamed } from '../../util/xml/parse-xml.ts';
import { attributeText, type XmlPatch } from '../../util/xml/xml-patch.ts';
import { editCore } from './fmukit-core.ts';
import type { NamedVariable } from './variable-elements.ts';

/** Variables whose start value in the code changes, with the value, and variables to hide in it. */
export interface CodeEdits {
  readonly start: readonly { readonly variable: Variable; readonly given: unknown }[];
  readonly hidden: readonly NamedVariable[];
}

/** Files that the edited FMU will have. */
export interface BinaryFiles {
  /** Name of the FMU. */
  readonly file: string;
  readonly paths: readonly string[];
  readonly read: (path: string) => Promise<Uint8Array>;
}

/** Result: changed files by path, and notes for the user. */
interface EditedBinaries {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly notes: readonly string[];
}

/**
 * Edits the code of fmukit FMUs: start values, and value references that it refuses. Throws a
 * UserError for other start values of code that cannot change, because importers need not set the
 * start values of a description.
 */
export async function editBinaries(
  operation: string,
  { file, paths, read }: BinaryFiles,
  { description, patch }: { description: ModelDescription; patch: XmlPatch },
  { start, hidden }: CodeEdits,
): Promise<EditedBinaries> {
  const files = new Map<string, Uint8Array>();
  const notes: string[] = [];
  const components = new Map<string, Uint8Array>();
  for (const path of paths.filter((name) => name.startsWith('binaries/wasm32-wasip2/'))) {
    const bytes = await read(path);
    if (isFmukitComponent(bytes)) components.set(path, bytes);
  }
  const others = paths.filter((path) => /^(binaries|sources)\//.test(path) && !components.has(path));
  const platforms = [...new Set(others.map((path) => /^binaries\/([^/]+)\//.exec(path)?.[1] ?? 'sources'))];
  const [first] = start;
  if (first !== undefined && platforms.length > 0)
    throw new UserError(
      `${operation}: set ${printableName(first.variable.name)}: expected a fmukit FMU in WebAssembly only, got ${someNames(platforms)}, whose code has its own start value ${first.variable.start?.slice(0, 3).join(' ') ?? ''}. Importers need not set start values of a description. Set the value where the FMU runs${components.size > 0 ? ', or drop these platforms with --drop' : ''}.`,
    );
  const values = start.map(({ variable, given }) => {
    if (
      variable.type === 'String' ||
      variable.type === 'Binary' ||
      variable.causality === 'structuralParameter'
    )
      throw new UserError(
        `${operation}: set ${printableName(variable.name)}: expected a number, got a ${variable.causality} of type ${variable.type}. Build the FMU again with another start value.`,
      );
    const elements = checkValues(declarationOf(description, variable), given) as (number | bigint)[];
    return { variable, elements };
  });
  if (values.length + hidden.length === 0) return { files, notes };
  const variables = hidden.map(({ variable }) => variable);
  for (const [path, component] of components) {
    const edited = editCore(component, description, file, { values, hidden: variables });
    files.set(path, edited.component);
    if (!edited.refuses) platforms.push('wasm32-wasip2');
  }
  if (components.size > 0 && hidden.length > 0) declareHidden(patch, description, variables);
  if (hidden.length > 0 && platforms.length > 0)
    notes.push(`the code of ${someNames(platforms)} still accepts the value references of hidden variables`);
  return { files, notes };
}

function isFmukitComponent(bytes: Uint8Array): boolean {
  try {
    return isFmukitCore(coreModuleOf(bytes));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return false;
  }
}

/**
 * Returns true if a value differs from the start value in the description. Other tools write start
 * values that fmukit does not take from users: `0` for false, and values beyond their bounds.
 */
export function differs(description: ModelDescription, variable: Variable, given: unknown): boolean {
  const { start = [], type } = variable;
  const values = checkValues(declarationOf(description, variable), given);
  if (values.length !== start.length) return true;
  return values.some((value, i) => {
    if (value instanceof Uint8Array)
      return !Buffer.from(start[i], type === 'String' ? 'utf8' : 'hex').equals(value);
    if (!isNumeric(type)) return true;
    const before = elementOf(type, start[i]);
    return !Object.is(value, type === 'Float32' ? Math.fround(Number(before)) : before);
  });
}

/** Lists the hidden variables in an annotation, because the layout of the module contains them. */
function declareHidden(patch: XmlPatch, description: ModelDescription, hidden: readonly Variable[]): void {
  const all = [
    ...hiddenVariables(description),
    ...hidden.map((variable) => ({
      valueReference: variable.valueReference,
      slots: acceptsPolynomial(variable) ? elementCount(variable) : 0,
    })),
  ].sort((a, b) => a.valueReference - b.valueReference);
  const xml = `<Annotation type="${attributeText(hiddenAnnotation)}">${hiddenContent(all)}</Annotation>`;
  const list = childNamed(patch.root, 'Annotations');
  const before = list?.children.find((element) => attribute(element, 'type') === hiddenAnnotation);
  if (before !== undefined) patch.replace(before, xml);
  else if (list !== undefined) patch.append(list, xml);
  else patch.append(patch.root, `<Annotations>${xml}</Annotations>`);
}
