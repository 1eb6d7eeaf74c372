import type { Position, XmlElement } from '../util/xml/parse-xml.ts';
import type { Cause } from './result/cause.ts';
import type { Severity } from './severity.ts';

/** Defect that a rule reports, in the same form for rules on files and on behaviour. */
export interface Defect {
  /** Sentence that names the subject and the defect. */
  readonly message: string;
  /** Expected state, as words that complete “Expected: …”, without a full stop. */
  readonly expected: string;
  /** Offending value from the file or a call, with its unit of measure. */
  readonly value?: string;
  /** Severity below that of the rule. The lower of the two counts. */
  readonly severity?: Severity;
  /** Cause that other rules may meet too. Default: the last trouble of the probe. */
  readonly cause?: Cause;
  /**
   * Calls of another instance, from which the expected value is. The finding shows them beside the
   * calls of the probe.
   */
  readonly compared?: readonly string[];
  /** Position in the file, which `defect` takes from an element. */
  readonly at?: Position;
  /** The file, where it is another than the one that the rule was given. */
  readonly file?: string;
}

/** Returns the text with a full stop, so that another sentence can follow. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * Returns a defect of an element, at its attribute if it has it.
 *
 * @example
 * const message = 'Unit "Nmm" is not defined.';
 * const found: Defect = defect(element, 'unit', message, 'a unit that is defined');
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
