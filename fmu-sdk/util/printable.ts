/**
 * Characters that a terminal would obey, hide or reorder. These are control characters (ESC, C0, DEL,
 * C1) and line and paragraph separators. Format characters (bidirectional controls, zero-width
 * characters, tags), default-ignorable characters, and halves of surrogate pairs follow.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Most texts. They are tested ten times as fast. */
const visibleAscii = /^[ -~]*$/;
const visibleLines = /^[\n -~]*$/;
const pattern: RegExp = new RegExp(unprintable, 'gu');
const eachButLines = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Largest number of characters shown of a name, and of a whole message. Longer texts are shortened
 * in the middle.
 */
export const mostOfName = 160;
export const mostOfMessage = 4000;

/**
 * Escapes external text for one line of a terminal: `\u{1b}` for unprintable characters, `\n` for
 * line ends.
 */
export function printable(text: string): string {
  const isEscaped = !visibleAscii.test(text) && unprintable.test(text);
  return withoutCommands(isEscaped ? text.replace(pattern, escaped) : text, '\\u{23}');
}

/** Escapes external text of several lines and preserves the line ends. */
export function printableLines(text: string): string {
  const lines = visibleLines.test(text) ? text : text.replace(eachButLines, escaped);
  return withoutCommands(lines, '\\u{23}').replace(commandOfLine, '$1\\u{3a}');
}

/**
 * Escapes commands that services for continuous integration read in the output of programs, such as
 * `##vso[task.setvariable …]` of Azure Pipelines, `##[…]` of GitHub and `##teamcity[…]`.
 */
function withoutCommands(text: string, sharp: string): string {
  return text.includes('##') ? text.replace(/##(?=\w*\[)/g, `${sharp}#`) : text;
}

/** Command of GitHub, which begins a line: `::error::…`. */
const commandOfLine = /^([^\S\n]*):(?=:)/gm;

/** Escapes unprintable characters in JSON strings (RFC 8259, 7). The JSON value does not change. */
export function printableJson(json: string): string {
  const printed = json.replace(eachButLines, (character) =>
    Array.from({ length: character.length }, (_, i) => {
      const unit = character.charCodeAt(i).toString(16);
      return `\\u${unit.padStart(4, '0')}`;
    }).join(''),
  );
  return withoutCommands(printed, '\\u0023');
}

/**
 * Replaces characters that XML 1.0 forbids (2.2: most of C0, U+FFFE, U+FFFF, halves of surrogate
 * pairs) by U+FFFD.
 */
export function xmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Cs}/gu, '\uFFFD');
}

/** Replaces unprintable characters in an XML document by character references. */
export function printableXml(xml: string): string {
  const printed = xml.replace(eachButLines, (character) => `&#x${hexadecimal(character)};`);
  return withoutCommands(printed, '&#x23;').replace(commandOfLine, '$1&#x3a;');
}

/**
 * Shortens a text to about `most` characters: its start, its end, and the number of characters
 * between.
 */
export function shortened(text: string, most: number = mostOfName): string {
  if (text.length <= most) return text;
  const tail = Math.floor(most / 4);
  const head = most - tail;
  return `${text.slice(0, head)} … (${text.length - most} characters) … ${text.slice(-tail)}`;
}

/** Returns text of an FMU as a part of one line: printable and shortened. */
export function singleLine(text: string): string {
  return printable(shortened(text, mostOfMessage));
}

/** Formats an external name for a message: printable and shortened. */
export function printableName(name: string): string {
  return printable(shortened(name));
}

/** Lists some of many names, and counts the others: `a, b, … and 998 more`. */
export function someNames(names: readonly string[], most = 12): string {
  const listed = names.slice(0, most).map(printableName).join(', ');
  return names.length <= most ? listed : `${listed}, … and ${names.length - most} more`;
}

/** Returns a number with its noun, in the singular or plural: `1 state`, `2 states`. */
export function withNoun(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** Adds the article to a term of the standard: `an input`, `a parameter`, `an Int32`, `a UInt8`. */
export function withArticle(word: string): string {
  return `${/^[aeio]/i.test(word) ? 'an' : 'a'} ${word}`;
}

/** Formats any value for a message, also values without a text form. */
export function valueText(value: unknown): string {
  try {
    return printableName(String(value));
  } catch {
    return kindText(value);
  }
}

/** Describes the kind of a rejected value: `undefined`, `a number`, `an Array`. */
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
