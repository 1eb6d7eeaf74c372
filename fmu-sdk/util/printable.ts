/**
 * What a terminal would obey, hide or reorder instead of showing it: control characters (ESC, C0, DEL, C1), line and
 * paragraph separators, format characters (bidirectional controls, zero-width ones, tags), characters that are ignored by
 * default, and halves of surrogate pairs.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const each: RegExp = new RegExp(unprintable, 'gu');
const eachButLines = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Characters of a name, and of a whole message, that are shown; of a longer one its begin and its end are. */
export const mostOfName = 160;
export const mostOfMessage = 4000;

/** A text from outside on one line of a terminal: `\u{1b}` for what is not printed as itself, `\n` for the end of a line. */
export function printable(text: string): string {
  return unprintable.test(text) ? text.replace(each, escaped) : text;
}

/** The same for a text of several lines, which stay what they are. */
export function printableLines(text: string): string {
  return unprintable.test(text) ? text.replace(eachButLines, escaped) : text;
}

/** JSON text in which strings hold nothing unprintable but as escapes (RFC 8259, 7); it says the same. */
export function printableJson(json: string): string {
  return json.replace(eachButLines, (character) =>
    Array.from({ length: character.length }, (_, i) => {
      const unit = character.charCodeAt(i).toString(16);
      return `\\u${unit.padStart(4, '0')}`;
    }).join(''),
  );
}

/** A text of which what XML 1.0 does not have (2.2: most of C0, U+FFFE, U+FFFF, halves of surrogate pairs) is U+FFFD. */
export function inXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Cs}/gu, '\uFFFD');
}

/** An XML document that holds nothing unprintable but as references. */
export function printableXml(xml: string): string {
  return xml.replace(eachButLines, (character) => `&#x${hexadecimal(character)};`);
}

/** A text of at most about `most` characters: of a longer one its begin and its end, and how many are between. */
export function shortened(text: string, most: number = mostOfName): string {
  if (text.length <= most) return text;
  const tail = Math.floor(most / 4);
  const head = most - tail;
  return `${text.slice(0, head)} … (${text.length - most} characters) … ${text.slice(-tail)}`;
}

/** A name from outside as part of a line: printable, and not longer than a name is. */
export function nameText(name: string): string {
  return printable(shortened(name));
}

/** Some of many names, and how many more there are: `a, b, … and 998 more`. */
export function someNames(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).map(nameText).join(', ');
  return names.length <= most ? shown : `${shown}, … and ${names.length - most} more`;
}

/** `an input`, `a parameter`, `an Int32`, `a UInt8`: a word of the standard behind its article. */
export function withArticle(word: string): string {
  return `${/^[aeio]/i.test(word) ? 'an' : 'a'} ${word}`;
}

/** Any value as part of a line, also what has no text of its own. */
export function valueText(value: unknown): string {
  try {
    return nameText(String(value));
  } catch {
    return kindText(value);
  }
}

/** What a value is that is refused for it: `undefined`, `a number`, `an Array`. */
export function kindText(value: unknown): string {
  if (value === undefined || value === null) return `${value}`;
  if (typeof value !== 'object') return withArticle(typeof value);
  const { name } = (value as { constructor?: { name?: unknown } }).constructor ?? {};
  return withArticle(typeof name === 'string' ? name : 'object');
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  return character === '\t' ? '\\t' : `\\u{${hexadecimal(character)}}`;
}

function hexadecimal(character: string): string {
  return (character.codePointAt(0) as number).toString(16);
}
