import type { Document } from '../../fmu-sdk/description/tables/document-lists.ts';
import { nameHint } from '../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';
import type { XmlElement } from '../../fmu-sdk/util/xml/parse-xml.ts';

/** Content of an element: attributes, children that occur at most once, and other children. */
interface Known {
  readonly attributes?: readonly string[];
  readonly once?: readonly string[];
  readonly many?: readonly string[];
}

/** Types of initial values, which are element names. */
export const valueTypes = ['Real', 'Integer', 'Boolean', 'String'] as const;

/** Returns the OSP type for an FMI type. Undefined if OSP does not support it. */
export function ospType(type: string): (typeof valueTypes)[number] | undefined {
  if (type === 'Boolean' || type === 'String') return type;
  if (/^Float/.test(type)) return 'Real';
  return /^(U?Int|Enumeration)/.test(type) ? 'Integer' : undefined;
}

const value: Known = { attributes: ['value'] };
const endpoint: Known = { attributes: ['simulator', 'name', 'causality'] };
const signal: Known = { attributes: ['function', 'name'] };

/**
 * Schema `OspSystemStructure.xsd` (0.1.1) of libcosim, by element names, which have the same
 * meaning everywhere.
 */
const schema: ReadonlyMap<string, Known> = new Map(
  Object.entries<Known>({
    OspSystemStructure: {
      attributes: ['version'],
      once: [
        ...['StartTime', 'EndTime', 'BaseStepSize', 'Algorithm'],
        ...['Simulators', 'Functions', 'Connections', 'EccoConfiguration'],
      ],
    },
    Simulators: { many: ['Simulator'] },
    Simulator: { attributes: ['name', 'source', 'stepSize'], once: ['InitialValues'] },
    InitialValues: { many: ['InitialValue'] },
    InitialValue: { attributes: ['variable'], many: valueTypes },
    ...Object.fromEntries(valueTypes.map((name) => [name, value])),
    Functions: { many: ['LinearTransformation', 'Sum', 'VectorSum'] },
    LinearTransformation: { attributes: ['name', 'factor', 'offset'] },
    Sum: { attributes: ['name', 'inputCount'] },
    VectorSum: { attributes: ['name', 'inputCount', 'dimension'] },
    Connections: {
      many: ['VariableConnection', 'SignalConnection', 'VariableGroupConnection', 'SignalGroupConnection'],
    },
    VariableConnection: { attributes: ['powerBond'], many: ['Variable'] },
    SignalConnection: { many: ['Variable', 'Signal'] },
    VariableGroupConnection: { attributes: ['powerBond'], many: ['VariableGroup'] },
    SignalGroupConnection: { many: ['VariableGroup', 'SignalGroup'] },
    Variable: endpoint,
    VariableGroup: endpoint,
    Signal: signal,
    SignalGroup: signal,
    EccoConfiguration: {
      once: [
        ...['SafetyFactor', 'StepSize', 'MinimumStepSize', 'MaximumStepSize', 'MinimumChangeRate'],
        ...[
          'MaximumChangeRate',
          'ProportionalGain',
          'IntegralGain',
          'RelativeTolerance',
          'AbsoluteTolerance',
        ],
      ],
    },
  }),
);

export const localName = ({ name }: Pick<XmlElement, 'name'>): string => name.slice(name.indexOf(':') + 1);

const childrenOf = ({ once = [], many = [] }: Known): readonly string[] => [...once, ...many];

/** Returns the children of an element that the schema knows. */
export function knownChildren(element: XmlElement | undefined): XmlElement[] {
  if (element === undefined) return [];
  const names = childrenOf(schema.get(localName(element)) ?? {});
  return element.children.filter((child) => names.includes(localName(child)));
}

/**
 * Reports unknown elements and attributes, which are ignored. Refuses repeated elements that may
 * occur only once.
 */
export function checkKnown(document: Document, element: XmlElement, note: (words: string) => void): void {
  const known = schema.get(localName(element)) ?? {};
  const passedOver = (at: XmlElement, what: string, name: string, names: readonly string[]): void => {
    const hint = nameHint(name, names).replace(/[.?]$/, '');
    note(
      `${document.file}:${at.line}:${at.column}: ${what} is unknown in <${printableName(element.name)}> of OSP and is ignored${hint && `. ${hint}`}`,
    );
  };
  for (const name of element.flat.filter((_, i) => i % 2 === 0)) {
    // Attributes with a namespace locate schemas or belong to other tools.
    if (/^xmlns$|:/.test(name) || known.attributes?.includes(name)) continue;
    passedOver(element, `the attribute ${printableName(name)}`, name, known.attributes ?? []);
  }
  const childNames = new Set<string>();
  for (const child of element.children) {
    const name = localName(child);
    if (!childrenOf(known).includes(name)) {
      passedOver(child, `<${printableName(child.name)}>`, name, childrenOf(known));
      continue;
    }
    if (known.once?.includes(name) && childNames.has(name))
      document.refuse(child, `<${element.name}> has a second <${child.name}>`);
    childNames.add(name);
    checkKnown(document, child, note);
  }
}
