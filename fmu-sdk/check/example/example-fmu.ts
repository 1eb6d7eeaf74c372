import { buildPath, descriptionPath, terminalsPath } from '../fmu/fmu-content.ts';
import type { ZipDirectory } from '../zip/central-directory.ts';

/** A small FMU, given by the parts in which it differs from a minimal one. */
export interface Example {
  readonly fmi: '2.0' | '3.0';
  /** More attributes of fmiModelDescription, or others in place of the minimal ones. */
  readonly attributes?: Readonly<Record<string, string | undefined>>;
  /** ModelExchange, CoSimulation, ScheduledExecution. */
  readonly interfaces?: string;
  /** XML between the interfaces and ModelVariables. */
  readonly definitions?: string;
  readonly variables?: string;
  readonly structure?: string;
  /** XML after ModelStructure. */
  readonly rest?: string;
  /** The whole model description, in place of all above. */
  readonly description?: string | Uint8Array;
  /** Inside fmiTerminalsAndIcons. */
  readonly terminals?: string;
  /** Inside fmiBuildDescription. */
  readonly build?: string;
  /**
   * Files beside those of a minimal FMU. Without `files` and `without` the example has only the
   * model description.
   */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Files of a minimal FMU that this one lacks. */
  readonly without?: readonly string[];
  readonly zip?: ZipDirectory;
  readonly refusals?: readonly string[];
  /** Name of the file or folder that is checked. */
  readonly name?: string;
}

/** Parts of an example FMU that differ from the minimal FMU. */
export type Parts = Omit<Example, 'fmi'>;

/**
 * Returns an example FMU of FMI 2.0 for a rule, from the parts that differ from a minimal one.
 *
 * @example
 * const tried: Rule = {
 *   ...hasDescription,
 *   pass: [fmi2({ attributes: { description: 'A lag' } })],
 *   fail: [fmi2({})],
 * };
 */
export function fmi2(parts: Parts): Example {
  return { fmi: '2.0', ...parts };
}

/**
 * Returns an example FMU of FMI 3.0 for a rule, from the parts that differ from a minimal one.
 *
 * @example
 * const tried: Rule = {
 *   ...hasDescription,
 *   pass: [fmi3({ attributes: { description: 'A lag' } })],
 *   fail: [fmi3({})],
 * };
 */
export function fmi3(parts: Parts): Example {
  return { fmi: '3.0', ...parts };
}

/** Files of the example, by path. */
export function filesOf(example: Example): Record<string, string | Uint8Array> {
  const files: Record<string, string | Uint8Array> = { [descriptionPath]: descriptionOf(example) };
  if (example.terminals !== undefined)
    files[terminalsPath] = xml(
      `<fmiTerminalsAndIcons fmiVersion="3.0">${example.terminals}</fmiTerminalsAndIcons>`,
    );
  if (example.build !== undefined)
    files[buildPath] = xml(`<fmiBuildDescription fmiVersion="3.0">${example.build}</fmiBuildDescription>`);
  if (example.files === undefined && example.without === undefined && example.zip === undefined) return files;
  const all = { ...minimalFiles(example), ...files, ...example.files };
  for (const path of example.without ?? []) delete all[path];
  return all;
}

function minimalFiles(example: Example): Record<string, string> {
  const files: Record<string, string> = {
    'documentation/index.html': '<title>unit</title>',
    'sources/unit.c': '',
  };
  if (example.fmi === '3.0')
    files[buildPath] = xml(
      '<fmiBuildDescription fmiVersion="3.0"><BuildConfiguration modelIdentifier="unit">' +
        '<SourceFileSet language="C99"><SourceFile name="unit.c"/></SourceFileSet></BuildConfiguration></fmiBuildDescription>',
    );
  return files;
}

function descriptionOf(example: Example): string | Uint8Array {
  if (example.description !== undefined) return example.description;
  const isNew = example.fmi === '3.0';
  const attributes = Object.entries({
    fmiVersion: example.fmi,
    modelName: 'unit',
    [isNew ? 'instantiationToken' : 'guid']: 'one',
    ...example.attributes,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
  const time = '<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>';
  const spare = '<ScalarVariable name="spare" valueReference="1000"><Real/></ScalarVariable>';
  return xml(
    `<fmiModelDescription${attributes}>
${example.interfaces ?? minimalInterface(example.fmi)}
${example.definitions ?? ''}
<ModelVariables>
${isNew ? time : (example.variables ?? spare)}
${isNew ? (example.variables ?? '') : ''}
</ModelVariables>
<ModelStructure>${example.structure ?? ''}</ModelStructure>
${example.rest ?? ''}
</fmiModelDescription>
`,
  );
}

function minimalInterface(fmi: Example['fmi']): string {
  return fmi === '3.0'
    ? '<CoSimulation modelIdentifier="unit"/>'
    : '<CoSimulation modelIdentifier="unit"><SourceFiles><File name="unit.c"/></SourceFiles></CoSimulation>';
}

/** A document with this root. */
export function xml(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}
