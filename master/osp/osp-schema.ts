import type { Document } from '../../fmu-sdk/description/document-lists.ts';
import { nearest } from '../../fmu-sdk/util/nearest-name.ts';
import { nameText } from '../../fmu-sdk/util/printable.ts';
import type { XmlElement } from '../../fmu-sdk/util/xml/parse-xml.ts';

/** What an element may have: attributes, children that it has once at most, and others. */
interface Known {
  readonly attributes?: readonly string[];
  readonly once?: readonly string[];
  readonly many?: readonly string[];
}

/** Types of initial values, which are names of elements. */
export const valueTypes = ['Real', 'Integer', 'Boolean', 'String'] as const;

/** The type of OSP that a type of FMI is; undefined where there is none. */
export function ospType(type: string): (typeof valueTypes)[number] | undefined {
  if (type === 'Boolean' || type === 'String') return type;
  if (/^Float/.test(type)) return 'Real';
  return /^(U?Int|Enumeration)/.test(type) ? 'Integer' : undefined;
}

const value: Known = { attributes: ['value'] };
const endpoint: Known = { attributes: ['simulator', 'name', 'causality'] };
const signal: Known = { attributes: ['function', 'name'] };

/** libcosim's `OspSystemStructure.xsd` (0.1.1), by the names of elements, which mean the same wherever they stand. */
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

/** The children that the schema knows of an element. */
export function knownChildren(element: XmlElement | undefined): XmlElement[] {
  if (element === undefined) return [];
  const names = childrenOf(schema.get(localName(element)) ?? {});
  return element.children.filter((each) => names.includes(localName(each)));
}

/** Notes elements and attributes that the schema does not know, which are passed over, and refuses two where there is one. */
export function checkKnown(document: Document, element: XmlElement, note: (words: string) => void): void {
  const known = schema.get(localName(element)) ?? {};
  const passedOver = (at: XmlElement, what: string, name: string, names: readonly string[]): void => {
    const hint = nearest(name, names).replace(/[.?]$/, '');
    note(
      `${document.file}:${at.line}:${at.column}: ${what} is nothing that <${nameText(element.name)}> has in OSP, and is passed over${hint && `. ${hint}`}`,
    );
  };
  for (const name of element.flat.filter((_, i) => i % 2 === 0)) {
    // Those of namespaces say where schemas are, or what other tools have added.
    if (/^xmlns$|:/.test(name) || known.attributes?.includes(name)) continue;
    passedOver(element, `the attribute ${nameText(name)}`, name, known.attributes ?? []);
  }
  const seen = new Set<string>();
  for (const child of element.children) {
    const name = localName(child);
    if (!childrenOf(known).includes(name)) {
      passedOver(child, `<${nameText(child.name)}>`, name, childrenOf(known));
      continue;
    }
    if (known.once?.includes(name) && seen.has(name))
      document.refuse(child, `<${element.name}> has a second <${child.name}>`);
    seen.add(name);
    checkKnown(document, child, note);
  }
}
