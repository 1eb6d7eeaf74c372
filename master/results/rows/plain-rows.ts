import { fieldNumber } from './field-number.ts';
import type { RowBuffer } from './row-buffer.ts';

/** Form of plain rows: fields without quotation marks in lines that end in \n. */
export interface PlainForm {
  /** Number of fields, and place of the time. */
  readonly fields: number;
  readonly time: number;
  /** Character between fields. */
  readonly delimiter: number;
  /** True if lines end in \r\n. */
  readonly hasReturns: boolean;
  /** 1 for each field with a text other than a number, such as NaN. */
  readonly texts: Uint8Array;
}

const [tab, lineFeed, carriageReturn, space, plus, comma, minus, point] = [9, 10, 13, 32, 43, 44, 45, 46];
const [zero, nine, largeE, smallE] = [48, 57, 69, 101];
/** Digits that a double holds exactly, and largest exact power of ten (Clinger 1990). */
const [exactDigits, exactPower] = [15, 22];
const powers = Float64Array.from({ length: exactPower + 1 }, (_, n) => Number(`1e${n}`));

/**
 * Adds plain rows of numbers to a buffer. Returns false at anything else, such as a quotation mark or
 * an invalid field. Then the buffer is unusable, and `addRows` reads the rows or refuses them.
 *
 * @param text lines, each with its end
 * @param after last time before these rows [s]
 */
export function addPlainRows(text: string, form: PlainForm, buffer: RowBuffer, after: number): boolean {
  const { fields, time, delimiter, hasReturns, texts } = form;
  const decimalComma = delimiter === comma ? point : comma;
  const blank = delimiter === tab ? space : tab;
  const { columns, wholes } = buffer;
  const end = text.length;
  let before = after;
  let i = 0;
  for (;;) {
    let c = text.charCodeAt(i);
    while (c === lineFeed || c === carriageReturn || c === space || c === blank) {
      if (++i === end) return true;
      c = text.charCodeAt(i);
    }
    if (buffer.count === buffer.times.length) buffer.grow();
    const row = buffer.count;
    for (let k = 0; k < fields; k++) {
      while (c === space || c === blank) c = text.charCodeAt(++i);
      const begin = i;
      let [mantissa, digits, exponent] = [0, 0, 0];
      let isWhole = true;
      const isNegative = c === minus;
      if (isNegative || c === plus) c = text.charCodeAt(++i);
      const first = i;
      for (; c >= zero && c <= nine; c = text.charCodeAt(++i)) {
        mantissa = 10 * mantissa + (c - zero);
        if (mantissa > 0) digits++;
      }
      let places = i - first;
      if (c === point || c === decimalComma) {
        isWhole = false;
        c = text.charCodeAt(++i);
        const from = i;
        for (; c >= zero && c <= nine; c = text.charCodeAt(++i)) {
          mantissa = 10 * mantissa + (c - zero);
          if (mantissa > 0) digits++;
        }
        places += i - from;
        exponent = from - i;
      }
      if (places > 0 && (c === smallE || c === largeE)) {
        isWhole = false;
        c = text.charCodeAt(++i);
        const isSmall = c === minus;
        if (isSmall || c === plus) c = text.charCodeAt(++i);
        let size = 0;
        const from = i;
        for (; c >= zero && c <= nine; c = text.charCodeAt(++i)) size = 10 * size + (c - zero);
        if (i === from) return false;
        exponent += isSmall ? -size : size;
      }
      let value: number;
      if (places > 0 && digits <= exactDigits && exponent >= -exactPower && exponent <= exactPower) {
        value = exponent < 0 ? mantissa / powers[-exponent] : mantissa * powers[exponent];
        if (isNegative) value = -value;
      } else {
        for (; c !== delimiter && c !== lineFeed && c !== carriageReturn; c = text.charCodeAt(++i))
          if (i >= end) return false;
        let stop = i;
        while (stop > begin && isBlank(text.charCodeAt(stop - 1))) stop--;
        const field = text.slice(begin, stop);
        const read = fieldNumber(decimalComma === comma ? field.replace(',', '.') : field);
        if (read === undefined) return false;
        value = read;
        if (places === 0) isWhole = false;
        if (places === 0 && field !== '') texts[k] = 1;
        if (isWhole && k !== time && Math.abs(value) > Number.MAX_SAFE_INTEGER)
          buffer.setRest(k < time ? k : k - 1, field, value);
      }
      while (c === space || c === blank) c = text.charCodeAt(++i);
      if (k < fields - 1) {
        if (c !== delimiter) return false;
        c = text.charCodeAt(++i);
      }
      if (k === time) {
        if (!(value >= before && value < Number.POSITIVE_INFINITY)) return false;
        before = value;
        buffer.times[row] = value;
      } else {
        const column = k < time ? k : k - 1;
        columns[column][row] = value;
        if (!isWhole) wholes[column] = 0;
      }
    }
    if (c === carriageReturn) c = text.charCodeAt(++i);
    else if (hasReturns) return false;
    if (c !== lineFeed) return false;
    buffer.count = row + 1;
    if (++i === end) return true;
  }
}

const isBlank = (c: number): boolean => c === space || c === tab;
