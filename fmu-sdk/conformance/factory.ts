import { attribute, type Position, type XmlElement } from '../xml/parse.ts';
import type { Document } from './fmu/document.ts';
import { buildPath, descriptionPath, type Fmu, isManifest, terminalsPath } from './fmu/fmu.ts';
import { buildDescription } from './grammar/build.ts';
import { modelDescription2 } from './grammar/fmi2.ts';
import { modelDescription3 } from './grammar/fmi3.ts';
import type { Grammar } from './grammar/grammar.ts';
import { terminalsAndIcons } from './grammar/terminals.ts';
import { type Fault, type FaultKind, validate } from './grammar/validate.ts';
import type { ValueType } from './grammar/values.ts';
import type { Model } from './model/model.ts';
import type { Judgement, Problem, StaticRule } from './rule.ts';

/** A rule as its file writes it: what it declares, when it does not apply, and its check of a subject. */
export interface Definition<S> extends Omit<StaticRule, 'kind' | 'judge'> {
  /** Why the rule does not speak of this subject; undefined when it does. */
  without?(subject: S, fmu: Fmu): string | undefined;
  check(subject: S, fmu: Fmu): Iterable<Defect>;
}

/** A problem before its file is known. */
export interface Defect {
  message: string;
  expected: string;
  value?: string;
  at?: Position;
  file?: string;
}

/** A defect of an element, at its attribute when it has it. */
export function defect(
  element: XmlElement,
  name: string | undefined,
  message: string,
  expected: string,
): Defect {
  const at = name === undefined ? undefined : element.attributes.get(name);
  return { message, expected, at: at ?? element, ...(at === undefined ? {} : { value: at.value }) };
}

function problem(defect: Defect, file: string): Problem {
  const { at, file: own, ...rest } = defect;
  const place =
    at === undefined ? { file: own ?? file } : { file: own ?? file, line: at.line, column: at.column };
  return { ...rest, place };
}

function* problems(defects: Iterable<Defect>, file: string): Iterable<Problem> {
  for (const each of defects) yield problem(each, file);
}

function rule<S>(
  { check, without, ...about }: Definition<S>,
  subjectOf: (fmu: Fmu) => { subject: S; file: string } | Exclude<Judgement, { problems: unknown }>,
): StaticRule {
  return {
    ...about,
    kind: 'static',
    judge: (fmu) => {
      const found = subjectOf(fmu);
      if (!('subject' in found)) return found;
      const why = without?.(found.subject, fmu);
      if (why !== undefined) return { inapplicable: why };
      return { problems: problems(check(found.subject, fmu), found.file) };
    },
  };
}

/** A rule on the model description. */
export function modelRule(definition: Definition<Model>): StaticRule {
  return rule(definition, (fmu) =>
    fmu.model === undefined ? { skipped: whyNoModel(fmu) } : { subject: fmu.model, file: descriptionPath },
  );
}

function whyNoModel(fmu: Fmu): string {
  const { description } = fmu;
  if (description === undefined) return `there is no ${descriptionPath}`;
  if (description.root === undefined) return `${descriptionPath} is not well-formed`;
  if (description.root.name !== 'fmiModelDescription') return 'the root is not fmiModelDescription';
  return `fmiVersion ${JSON.stringify(attribute(description.root, 'fmiVersion') ?? '')} is not known`;
}

/** A rule on every XML file of the unit. */
export function documentRule(definition: Omit<Definition<Document>, 'without'>): StaticRule {
  const { check, ...about } = definition;
  return {
    ...about,
    kind: 'static',
    judge: (fmu) => {
      if (fmu.documents.size === 0) return { skipped: 'no XML file could be read' };
      const all = function* (): Iterable<Problem> {
        for (const document of fmu.documents.values()) yield* problems(check(document, fmu), document.path);
      };
      return { problems: all() };
    },
  };
}

/** A rule on the files that the unit consists of. */
export function layoutRule(definition: Definition<readonly string[]>): StaticRule {
  return rule(definition, (fmu) =>
    fmu.paths === undefined
      ? { skipped: 'only an XML file was given, not the unit' }
      : { subject: fmu.paths, file: fmu.file },
  );
}

/** A rule on the zip archive itself. */
export function zipRule(definition: Definition<NonNullable<Fmu['zip']>>): StaticRule {
  return rule(definition, (fmu) => {
    if (fmu.zip !== undefined) return { subject: fmu.zip, file: fmu.file };
    return fmu.refusals.length > 0
      ? { skipped: 'the archive has no directory that can be read' }
      : { skipped: 'no archive was given' };
  });
}

/** A rule on an optional XML file with this root. */
function optionalRule(path: string, root: string, definition: Definition<XmlElement>): StaticRule {
  return rule(definition, (fmu) => {
    const document = fmu.documents.get(path);
    if (document === undefined)
      return fmu.paths === undefined
        ? { skipped: `${path} was not given` }
        : { inapplicable: `the unit has no ${path}` };
    if (document.root === undefined) return { skipped: `${path} is not well-formed` };
    if (document.root.name !== root) return { skipped: `the root of ${path} is not ${root}` };
    return { subject: document.root, file: path };
  });
}

export function terminalsRule(definition: Definition<XmlElement>): StaticRule {
  return optionalRule(terminalsPath, 'fmiTerminalsAndIcons', definition);
}

export function buildRule(definition: Definition<XmlElement>): StaticRule {
  return optionalRule(buildPath, 'fmiBuildDescription', definition);
}

/** A rule on every manifest of a layered standard. */
export function manifestRule(definition: Definition<Document & { root: XmlElement }>): StaticRule {
  const { check, ...about } = definition;
  return {
    ...about,
    kind: 'static',
    judge: (fmu) => {
      const manifests = [...fmu.documents.values()].filter((document) => isManifest(document.path));
      if (manifests.length === 0)
        return fmu.paths === undefined
          ? { skipped: 'only an XML file was given, not the unit' }
          : { inapplicable: 'the unit has no manifest of a layered standard' };
      const all = function* (): Iterable<Problem> {
        for (const document of manifests)
          if (document.root !== undefined)
            yield* problems(check({ ...document, root: document.root }, fmu), document.path);
      };
      return { problems: all() };
    },
  };
}

type GrammarDocument = 'description' | 'terminals' | 'build';

const grammars: Record<GrammarDocument, { path: string; of: (fmu: Fmu) => Grammar }> = {
  description: {
    path: descriptionPath,
    of: (fmu: Fmu) => (fmu.version === '2.0' ? modelDescription2 : modelDescription3),
  },
  terminals: { path: terminalsPath, of: () => terminalsAndIcons },
  build: { path: buildPath, of: () => buildDescription },
};

const validated = new WeakMap<XmlElement, Fault[]>();

/** Which faults of a grammar a rule reports. */
export interface Selection {
  readonly document: GrammarDocument;
  readonly kinds: readonly FaultKind[];
  /** Of wrong values: those of these types, or of these attributes. */
  readonly types?: readonly ValueType[];
  readonly attributes?: readonly string[];
}

/** A rule that is part of a document's grammar. */
export function grammarRule(
  definition: Omit<Definition<XmlElement>, 'check' | 'without'>,
  selection: Selection,
): StaticRule {
  const { path, of } = grammars[selection.document];
  return rule<XmlElement>({ ...definition, check: faults }, (fmu) => {
    const document = fmu.documents.get(path);
    if (document === undefined)
      return fmu.paths === undefined || path === descriptionPath
        ? { skipped: `${path} was not given` }
        : { inapplicable: `the unit has no ${path}` };
    if (document.root === undefined) return { skipped: `${path} is not well-formed` };
    if (path === descriptionPath && fmu.version === undefined && !selection.kinds.includes('root'))
      return { skipped: whyNoModel(fmu) };
    return { subject: document.root, file: path };
  });

  function* faults(root: XmlElement, fmu: Fmu): Iterable<Defect> {
    let found = validated.get(root);
    if (found === undefined) {
      found = validate(root, of(fmu));
      validated.set(root, found);
    }
    for (const fault of found) {
      if (!selection.kinds.includes(fault.kind)) continue;
      if (selection.types !== undefined && !selection.types.includes(fault.type!)) continue;
      if (selection.attributes !== undefined && !selection.attributes.includes(fault.attribute!)) continue;
      const { message, expected, value, at } = fault;
      yield { message, expected, at, ...(value === undefined ? {} : { value }) };
    }
  }
}
