import { attribute, childNamed, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import { type Tag, tag } from '../../util/xml/write-xml.ts';
import { annotated, annotationsTag, declarationsOf, namespacesOf } from '../annotations/annotations.ts';
import type {
  CoSimulation,
  Interface,
  ModelDescription,
  ModelExchange,
  ScheduledExecution,
} from '../description.ts';
import { attributesOf } from './attribute-fields.ts';
import type { Document } from './document-lists.ts';
import * as tables from './element-tables.ts';

const common: Interface = {
  modelIdentifier: '',
  needsExecutionTool: false,
  canBeInstantiatedOnlyOncePerProcess: false,
  canGetAndSetFMUState: false,
  canSerializeFMUState: false,
  providesDirectionalDerivatives: false,
  providesAdjointDerivatives: false,
  providesPerElementDependencies: false,
};
const modelExchange: ModelExchange = {
  ...common,
  needsCompletedIntegratorStep: false,
  providesEvaluateDiscreteStates: false,
};
/** Capabilities of an FMU that declares none. */
export const coSimulation: CoSimulation = {
  ...common,
  canHandleVariableCommunicationStepSize: false,
  maxOutputDerivativeOrder: 0,
  recommendedIntermediateInputSmoothness: 0,
  providesIntermediateUpdate: false,
  mightReturnEarlyFromDoStep: false,
  canReturnEarlyAfterIntermediateUpdate: false,
  hasEventMode: false,
  providesEvaluateDiscreteStates: false,
};
/**
 * Defaults of FMI 1.0 and 2.0: the importer must call completedIntegratorStep unless the FMU declares
 * otherwise.
 */
export const modelExchange2: ModelExchange = { ...modelExchange, needsCompletedIntegratorStep: true };

type Interfaces = Pick<ModelDescription, 'modelExchange' | 'coSimulation' | 'scheduledExecution'>;

export function readInterfaces3(document: Document): Interfaces {
  const { root } = document;
  const interfaces: Interfaces = {};
  const me = childNamed(root, 'ModelExchange');
  const cs = childNamed(root, 'CoSimulation');
  const se = childNamed(root, 'ScheduledExecution');
  if (me !== undefined) interfaces.modelExchange = read3(document, me, modelExchange, tables.modelExchange3);
  if (cs !== undefined) interfaces.coSimulation = read3(document, cs, coSimulation, tables.coSimulation3);
  if (se !== undefined)
    interfaces.scheduledExecution = read3<ScheduledExecution>(
      document,
      se,
      common,
      tables.scheduledExecution3,
    );
  return interfaces;
}

export function readInterfaces2(document: Document): Interfaces {
  const interfaces: Interfaces = {};
  const me = childNamed(document.root, 'ModelExchange');
  const cs = childNamed(document.root, 'CoSimulation');
  if (me !== undefined) interfaces.modelExchange = read2(document, me, modelExchange2, tables.modelExchange2);
  if (cs !== undefined) interfaces.coSimulation = read2(document, cs, coSimulation, tables.coSimulation2);
  return interfaces;
}

function read3<T extends Interface>(
  document: Document,
  e: XmlElement,
  defaults: T,
  table: tables.Table<T>,
): T {
  const into = document.fill({ ...defaults }, e, table, ['modelIdentifier']);
  const others = Object.entries(Object.fromEntries(pairs(e))).filter(
    ([name]) => !Object.hasOwn(table, name) && !/^xmlns(:|$)/.test(name),
  );
  if (others.length > 0) {
    into.otherAttributes = Object.fromEntries(others);
    into.namespaces = namespacesOf(e, others.map(([name]) => name).join(' '));
  }
  return annotated(into, document, e);
}

function read2<T extends Interface>(
  document: Document,
  e: XmlElement,
  defaults: T,
  table: tables.Table<T>,
): T {
  const into = document.fill({ ...defaults }, e, table, ['modelIdentifier']);
  const files = childrenNamed(childNamed(e, 'SourceFiles'), 'File');
  if (files.length > 0)
    into.sourceFiles = files.map(
      (f) => attribute(f, 'name') ?? document.refuseAttribute(f, 'name', 'add it'),
    );
  return into;
}

function* pairs({ flat }: XmlElement): Generator<[string, string]> {
  for (let i = 0; i < flat.length; i += 2) yield [flat[i], flat[i + 1]];
}

export function interfaceTags3(d: Interfaces): (Tag | undefined)[] {
  const write = <T extends Interface>(
    name: string,
    of: T | undefined,
    table: tables.Table<T>,
    defaults: T,
  ): Tag | undefined =>
    of &&
    tag(
      name,
      {
        ...declarationsOf(of.namespaces),
        ...attributesOf(of, table, { ...defaults, modelIdentifier: undefined }),
        ...of.otherAttributes,
      },
      [annotationsTag(of.annotations)],
    );
  return [
    write('ModelExchange', d.modelExchange, tables.modelExchange3, modelExchange),
    write('CoSimulation', d.coSimulation, tables.coSimulation3, coSimulation),
    write('ScheduledExecution', d.scheduledExecution, tables.scheduledExecution3, common),
  ];
}

export function interfaceTags2(d: Interfaces): (Tag | undefined)[] {
  const write = <T extends Interface>(
    name: string,
    of: T | undefined,
    table: tables.Table<T>,
    defaults: T,
  ): Tag | undefined =>
    of &&
    tag(name, attributesOf(of, table, { ...defaults, modelIdentifier: undefined }), [
      of.sourceFiles &&
        tag(
          'SourceFiles',
          {},
          of.sourceFiles.map((file) => tag('File', { name: file })),
        ),
    ]);
  return [
    write('ModelExchange', d.modelExchange, tables.modelExchange2, modelExchange2),
    write('CoSimulation', d.coSimulation, tables.coSimulation2, coSimulation),
  ];
}
