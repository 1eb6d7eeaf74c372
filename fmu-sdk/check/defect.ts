import type { Position, XmlElement } from '../util/xml/parse-xml.ts';
import type { Cause } from './cause.ts';
import type { RuleClass } from './severity.ts';

/** Something wrong, as a rule tells it, on files and on behaviour alike: all that the rule itself must know. */
export interface Defect {
  /** What is wrong: a sentence that names the thing. */
  readonly message: string;
  /** What would be right: words that complete “Right: …”, without a full stop. */
  readonly expected: string;
  /** The offending value as it stands in the file or came out of a call, with its unit of measure. */
  readonly value?: string;
  /** Where it weighs less than the rule that tells it; the milder of the two counts. */
  readonly class?: RuleClass;
  /** What it comes from, where other rules meet the same; what the probe last met when left out. */
  readonly cause?: Cause;
  /** Where in its file; found by `defect` of an element. */
  readonly at?: Position;
  /** The file, where it is another than the one that the rule was given. */
  readonly file?: string;
}

/** With a full stop, so that another sentence can follow. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * A defect of an element, at its attribute when it has it.
 *
 * @example
 * const found: Defect = defect(element, 'unit', 'Unit "Nmm" is not defined.', 'a unit that is defined');
 */
export function defect(
  element: XmlElement,
  name: string | undefined,
  message: string,
  expected: string,
): Defect {
  const at = name === undefined ? undefined : element.attributes.get(name);
  return { message, expected, at: at ?? element, ...(at === undefined ? {} : { value: at.value }) };
}
