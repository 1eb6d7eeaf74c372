import type { XmlElement } from '../../util/xml/parse-xml.ts';
import type { Defect } from '../defect.ts';
import type { FmuContent } from '../fmu/fmu-content.ts';
import type { FileRule, RuleOn } from '../rule.ts';
import { type Examples, listOf } from '../rule-family.ts';
import { whyNoModel } from '../rule-subjects.ts';
import { buildDescription } from './build-grammar.ts';
import { modelDescription2 } from './fmi2-grammar.ts';
import { modelDescription3 } from './fmi3-grammar.ts';
import type { Grammar } from './grammar.ts';
import { terminalsAndIcons } from './terminals-grammar.ts';
import { type Fault, type FaultKind, validate } from './validate-document.ts';
import type { ValueType } from './xsd-types.ts';

type Documents = 'descriptionXml' | 'terminalsXml' | 'buildXml';

const grammars: Record<Documents, (unit: FmuContent) => Grammar> = {
  descriptionXml: ({ version }) => (version === '2.0' ? modelDescription2 : modelDescription3),
  terminalsXml: () => terminalsAndIcons,
  buildXml: () => buildDescription,
};

/** Faults of a grammar that a rule reports. */
export interface Selection {
  readonly kinds: readonly FaultKind[];
  /** Value types or attributes whose wrong values the rule reports. */
  readonly types?: readonly ValueType[];
  readonly attributes?: readonly string[];
}

/** A row of a family of rules that are parts of a document's grammar. */
export type GrammarRow = Omit<
  RuleOn<Documents>,
  'needs' | 'check' | 'inapplicableReason' | 'skipReason' | 'severity' | 'pass' | 'fail'
> &
  Examples & {
    readonly reports: Selection;
  };

/** Returns rules for parts of the grammar of one document. All of them are errors. */
export function grammarRules(needs: Documents, rows: readonly GrammarRow[]): FileRule[] {
  return rows.map(({ reports, pass, fail, ...about }) => ({
    ...about,
    pass: listOf(pass),
    fail: listOf(fail),
    needs,
    severity: 'violation',
    skipReason: (_, unit) =>
      needs === 'descriptionXml' && unit.version === undefined && !reports.kinds.includes('root')
        ? whyNoModel(unit)
        : undefined,
    *check(root, unit) {
      for (const fault of faultsOf(root, grammars[needs](unit)))
        if (isOf(fault, reports)) yield defectOf(fault);
    },
  }));
}

const validated = new WeakMap<XmlElement, Fault[]>();

/** A document is validated once for all rules. */
function faultsOf(root: XmlElement, grammar: Grammar): Fault[] {
  const faults = validated.get(root) ?? validate(root, grammar);
  validated.set(root, faults);
  return faults;
}

function isOf({ kind, type, attribute }: Fault, { kinds, types, attributes }: Selection): boolean {
  if (!kinds.includes(kind)) return false;
  if (types !== undefined && (type === undefined || !types.includes(type))) return false;
  return attributes === undefined || (attribute !== undefined && attributes.includes(attribute));
}

function defectOf({ message, expected, value, at }: Fault): Defect {
  return { message, expected, at, ...(value === undefined ? {} : { value }) };
}
