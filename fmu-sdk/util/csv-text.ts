/** First characters by which a spreadsheet takes a text for a formula (CWE-1236). */
const formula = /^['\s]*[=+\-@\t\r\n＝＋－＠]/;
const number = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** Readers drop spaces around a title. A mark before nothing else would not be recognized. */
const isFormula = (text: string): boolean => formula.test(text) && !number.test(text) && /[^'\s]/.test(text);

/** Quotes a field as RFC 4180 asks, if it contains a comma, a quote or a line break. */
export function quoteField(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/**
 * Returns a text that a spreadsheet does not compute: `=x` becomes `'=x`. Decimal numbers stay as
 * they are. `withoutMark` reverses it.
 */
export function withMark(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** Returns the text from which `withMark` made this one. */
export function withoutMark(text: string): string {
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
}

/** Returns a text as a field of a CSV file that a spreadsheet does not compute. */
export function csvField(text: string): string {
  return quoteField(withMark(text));
}
