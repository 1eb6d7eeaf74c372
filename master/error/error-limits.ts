import { conversionOf, parseUnitOfMeasure } from '../../fmu-sdk/description/si-units.ts';
import { numberFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { splitQuantity } from '../system/connections/unit-conversion.ts';
import type { ColumnError } from './column-errors.ts';

/** Largest error that a user accepts, of one column or of all. */
export interface ErrorLimit {
  /** Column. Missing: all columns without a limit of their own. */
  readonly name?: string;
  /** Limit as a share of the range of a column, or in a unit of measure. */
  readonly value: number;
  readonly isShare: boolean;
  /** Unit of measure of the limit. Default: that of the column. */
  readonly unit?: string | undefined;
}

/** Returns the limits in texts such as `1%`, `0.01` and `crane.s=0.1mm`. */
export function parseLimits(operation: string, texts: readonly string[]): ErrorLimit[] {
  return texts.map((text) => {
    const at = text.lastIndexOf('=');
    const quantity = text.slice(at + 1).trim();
    const isPercent = quantity.endsWith('%');
    const { before, unitOfMeasure } = splitQuantity(isPercent ? quantity.slice(0, -1).trim() : quantity);
    const number = numberFrom(before) ?? Number.NaN;
    const name = text.slice(0, at).trim();
    const isShare = isPercent || (at < 0 && unitOfMeasure === undefined);
    if (
      !(number > 0 && number < Number.POSITIVE_INFINITY) ||
      (at < 0 && !isShare) ||
      (at >= 0 && name === '')
    )
      throw new UserError(
        `${operation}: expected a share of the range (1%), or a column and its error (crane.s=0.1mm), got "${printableName(text)}".`,
      );
    return {
      ...(at < 0 ? {} : { name }),
      value: isPercent ? number / 100 : number,
      isShare,
      unit: unitOfMeasure,
    };
  });
}

/** Column whose error is largest in relation to its limit. */
export interface WorstError {
  readonly column: ColumnError;
  /** Largest band by the limit. At most 1 is within the limit. */
  readonly ratio: number;
}

/**
 * Returns the column whose band is largest in relation to its limit, or undefined without bands.
 * Columns of whole numbers count only by name.
 */
export function worstError(
  operation: string,
  columns: readonly ColumnError[],
  limits: readonly ErrorLimit[],
): WorstError | undefined {
  const known = new Set(columns.map(({ name }) => name));
  const unknown = limits.find(({ name }) => name !== undefined && !known.has(name));
  if (unknown !== undefined && columns.length > 0)
    throw new UserError(
      `${operation}: unknown column "${printableName(unknown.name!)}". Record it, or name one of ${[...known].slice(0, 5).join(', ')}.`,
    );
  let worst: WorstError | undefined;
  for (const column of columns) {
    const own = limits.find(({ name }) => name === column.name);
    const limit = own ?? limits.find(({ name }) => name === undefined);
    if (limit === undefined || (own === undefined && column.differs !== undefined)) continue;
    const ratio = limit.isShare
      ? column.share / limit.value
      : column.largest / (limit.value * factorOf(operation, column, limit.unit));
    if (worst === undefined || !(ratio <= worst.ratio)) worst = { column, ratio };
  }
  return worst;
}

/** Returns the factor from a unit of measure to that of a column. */
function factorOf(
  operation: string,
  { name, unit: unitOfMeasure }: ColumnError,
  given = unitOfMeasure,
): number {
  if (given === unitOfMeasure) return 1;
  const [from, to] = [given, unitOfMeasure].map(parseUnitOfMeasure);
  const conversion = from && to && conversionOf(from, to);
  if (conversion !== undefined) return Math.abs(conversion.factor);
  throw new UserError(
    `${operation}: ${name} is in ${unitOfMeasure}, which does not convert from ${given}. Give the error in ${unitOfMeasure}.`,
  );
}
