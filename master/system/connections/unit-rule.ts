import type { UnitOfMeasure } from '../../../fmu-sdk/description/description.ts';
import { type Conversion, conversionOf } from '../../../fmu-sdk/description/si-units.ts';

/** End of a connection, as the rule for units of measure sees it. */
export interface MeasuredEnd {
  /** Name of the variable and its unit of measure, for messages. */
  readonly label: string;
  readonly unit: UnitOfMeasure | undefined;
  /** True for a difference such as 5 K. Undefined if unknown. */
  readonly relative: boolean | undefined;
}

/** Conversion over a connection, and a note for the user without a full stop. */
export interface UnitRule extends Conversion {
  readonly note?: string;
}

const same: UnitRule = { factor: 1, offset: 0 };

/**
 * Returns the conversion from one end of a connection to the other (FMI 3.0.2, 2.4.3). An end
 * without a unit takes the value unchanged, and so does a unit without a `BaseUnit`. A conversion
 * needs equal `relativeQuantity` at both ends, and relative quantities ignore the offset.
 *
 * @param refuse throws an error with these words
 */
export function unitRule(from: MeasuredEnd, to: MeasuredEnd, refuse: (words: string) => never): UnitRule {
  const [a, b] = [from.unit, to.unit];
  if (a === undefined || b === undefined) return withKinds(from, to);
  if (a.base === undefined || b.base === undefined) {
    const vague = a.base === undefined ? a : b;
    return a.name === b.name
      ? withKinds(from, to)
      : {
          ...same,
          note: `connect ${from.label} to ${to.label}: the value is passed unchanged, because the unit of measure ${vague.name} has no BaseUnit`,
        };
  }
  const rule = conversionOf(a.base, b.base);
  if (rule === undefined)
    return refuse(`${from.label} cannot feed ${to.label}. Connect variables of the same quantity.`);
  if (rule.factor === 1 && rule.offset === 0) return withKinds(from, to);
  if (differInKind(from, to))
    return refuse(
      `${kindText(from)}, but ${kindText(to)}, so their units of measure cannot be converted (relativeQuantity). ` +
        'Connect two differences or two absolute values, or pass the number without a conversion of units of measure.',
    );
  // A difference has no offset: 1 degC equals 1 K.
  return { factor: rule.factor, offset: (from.relative ?? to.relative) === true ? 0 : rule.offset };
}

const differInKind = ({ relative: a }: MeasuredEnd, { relative: b }: MeasuredEnd): boolean =>
  a !== undefined && b !== undefined && a !== b;

const kindText = ({ label, relative }: MeasuredEnd): string =>
  `${label} is ${relative === true ? 'a difference' : 'an absolute value'}`;

/** Returns the rule v₂ = v₁, with a note if only one end is a difference. */
function withKinds(from: MeasuredEnd, to: MeasuredEnd): UnitRule {
  if (!differInKind(from, to)) return same;
  return {
    ...same,
    note: `connect ${from.label} to ${to.label}: ${kindText(from)}, but ${kindText(to)} (relativeQuantity). The value is passed unchanged`,
  };
}
