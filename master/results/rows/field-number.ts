import { numberFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';

/** Returns the number of a field of a result file, or undefined for any other text. */
export function fieldNumber(text: string): number | undefined {
  if (text === 'true' || text === 'false') return text === 'true' ? 1 : 0;
  return numberFrom(text) ?? specialOf(text);
}

/** Reports whether a text is a whole decimal number. */
export const isWhole = (text: string): boolean => /^[+-]?\d+$/.test(text);

/** Returns NaN or infinity for texts that stand for them, and undefined for any other text. */
function specialOf(text: string): number | undefined {
  if (/^([+-]?nan)?$/i.test(text)) return Number.NaN;
  const [, sign] = /^([+-]?)inf(?:inity)?$/i.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
