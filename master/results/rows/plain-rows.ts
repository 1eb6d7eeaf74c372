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
/** Digits that a double holds exactly, and the largest power of ten that it holds exactly. */
const [exactDigits, exactPower] = [15, 22];
const powers = Float64Array.from({ length: exactPower + 1 }, (_, n) => Number(`1e${n}`));

/** Reader of plain rows of numbers, which are most rows of most files. */
export class PlainRows {
  private text = '';
  /** Place of the next character, and the character. */
  private i = 0;
  private c = 0;
  /** Digits of a number as a whole one, how many count, and its power of ten. */
  private mantissa = 0;
  private digits = 0;
  private exponent = 0;
  private isWhole = true;
  private readonly decimalComma: number;
  private readonly blank: number;

  constructor(private readonly form: PlainForm) {
    this.decimalComma = form.delimiter === comma ? point : comma;
    this.blank = form.delimiter === tab ? space : tab;
  }

  /**
   * Adds plain rows to a buffer. Returns false at anything else, such as a quotation mark or an
   * invalid field. Then the buffer is unusable, and `addRows` reads the rows or refuses them.
   *
   * @param text lines, each with its end
   * @param after last time before these rows [s]
   */
  add(text: string, buffer: RowBuffer, after: number): boolean {
    const { hasReturns } = this.form;
    this.text = text;
    this.go(0);
    let before = after;
    for (;;) {
      while (this.isBlank() || this.c === lineFeed || this.c === carriageReturn) this.next();
      if (this.i === text.length) return true;
      if (buffer.count === buffer.times.length) buffer.grow();
      if (!this.row(buffer)) return false;
      const t = buffer.times[buffer.count];
      if (!(t >= before && t < Number.POSITIVE_INFINITY)) return false;
      before = t;
      if (this.c === carriageReturn) this.next();
      else if (hasReturns) return false;
      if (this.c !== lineFeed) return false;
      buffer.count++;
    }
  }

  /** Reads the fields of a row. */
  private row(buffer: RowBuffer): boolean {
    const { fields, time, delimiter } = this.form;
    for (let k = 0; k < fields; k++) {
      if (k > 0 && this.c !== delimiter) return false;
      if (k > 0) this.next();
      while (this.isBlank()) this.next();
      const begin = this.i;
      if (!this.number()) return false;
      const { digits, exponent, mantissa, i } = this;
      const column = k < time ? k : k - 1;
      let value = mantissa;
      if (digits <= exactDigits && exponent >= -exactPower && exponent <= exactPower && i > begin) {
        // Both operands are exact, so that the result is the double nearest to the text.
        value = exponent < 0 ? mantissa / powers[-exponent] : mantissa * powers[exponent];
        if (this.text.charCodeAt(begin) === minus) value = -value;
      } else {
        const field = this.field(begin);
        const read = fieldNumber(this.decimalComma === comma ? field.replace(',', '.') : field);
        if (read === undefined) return false;
        value = read;
        if (i === begin) this.isWhole = false;
        if (i === begin && field !== '') this.form.texts[k] = 1;
        if (this.isWhole && k !== time && Math.abs(value) > Number.MAX_SAFE_INTEGER)
          buffer.setRest(column, field, value);
      }
      while (this.isBlank()) this.next();
      if (k === time) buffer.times[buffer.count] = value;
      else buffer.columns[column][buffer.count] = value;
      if (k !== time && !this.isWhole) buffer.wholes[column] = 0;
    }
    return true;
  }

  /**
   * Reads a number up to the character behind it. Stays at the begin of any other text. Returns false
   * for a text that only begins as a number.
   */
  private number(): boolean {
    const begin = this.i;
    this.mantissa = this.digits = this.exponent = 0;
    this.isWhole = true;
    if (this.c === minus || this.c === plus) this.next();
    let places = this.readDigits();
    if (this.c === point || this.c === this.decimalComma) {
      this.isWhole = false;
      this.next();
      const behindPoint = this.readDigits();
      places += behindPoint;
      this.exponent = -behindPoint;
    }
    if (places === 0) {
      this.go(begin);
      return true;
    }
    if (this.c !== smallE && this.c !== largeE) return true;
    this.isWhole = false;
    this.next();
    const isSmall = this.c === minus;
    if (isSmall || this.c === plus) this.next();
    const from = this.i;
    let size = 0;
    for (; this.c >= zero && this.c <= nine; this.next()) size = 10 * size + (this.c - zero);
    this.exponent += isSmall ? -size : size;
    return this.i > from;
  }

  /** Adds digits to the mantissa, and returns their number. */
  private readDigits(): number {
    const { text } = this;
    let { i, c, mantissa, digits } = this;
    const from = i;
    for (; c >= zero && c <= nine; c = text.charCodeAt(++i)) {
      mantissa = 10 * mantissa + (c - zero);
      if (mantissa > 0) digits++;
    }
    this.i = i;
    this.c = c;
    this.mantissa = mantissa;
    this.digits = digits;
    return i - from;
  }

  /** Returns the text of a field without blanks at its end, and goes behind it. */
  private field(begin: number): string {
    const { text } = this;
    while (this.c !== this.form.delimiter && this.c !== lineFeed && this.c !== carriageReturn) this.next();
    let end = this.i;
    while (end > begin && (text.charCodeAt(end - 1) === space || text.charCodeAt(end - 1) === tab)) end--;
    return text.slice(begin, end);
  }

  private isBlank(): boolean {
    return this.c === space || this.c === this.blank;
  }

  private next(): void {
    this.go(this.i + 1);
  }

  private go(i: number): void {
    this.i = i;
    this.c = this.text.charCodeAt(i);
  }
}
