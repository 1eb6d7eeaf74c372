import type { Source } from './source.ts';

const start =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const name = new RegExp(`[${start}][-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}${start}]*`, 'uy');
const qualified = /^[^:]+(:[^:]+)?$/;
const known: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Whether a code unit is a space of XML. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** End of the name (XML 1.0, production 5) that begins at an offset; the offset itself when none does. */
export function nameEnd(text: string, offset: number): number {
  let i = offset;
  for (; ; i++) {
    const code = text.charCodeAt(i) | 32;
    // Letters, and behind the first of them the digits and - . _ of nearly every name.
    if (code >= 97 && code <= 122) continue;
    if (i > offset && ((code >= 48 && code <= 57) || code === 45 || code === 46)) {
      // With bit 5 set, control characters look like these.
      if (text.charCodeAt(i) >= 32) continue;
    }
    break;
  }
  const next = text.charCodeAt(i);
  if (i > offset && (next === 61 || next === 32 || next === 62 || next === 47)) return i;
  name.lastIndex = offset;
  return name.test(text) ? name.lastIndex : offset;
}

/** Whether a name may be used with namespaces: at most one colon, inside. */
export function isQualified(text: string): boolean {
  return qualified.test(text);
}

/** Refuses a document with a character that XML 1.0 does not have (production 2). */
export function refuseForeignCharacters(source: Source): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const at = source.text.search(/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/);
  if (at >= 0) source.refuse(`character ${codeOf(source.text.charCodeAt(at))} is none of XML`, at);
  const half = source.text.search(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
  if (half >= 0) source.refuse('half a surrogate pair is no character', half);
}

/** Character data with its references replaced and its line ends made LF; `offset` is where it begins. */
export function decodeText(source: Source, text: string, offset: number): string {
  return text.replace(
    /&([^;&]*)(;?)|\r\n?/g,
    (whole, reference: string | undefined, end: string, at: number) =>
      reference === undefined ? '\n' : referenced(source, whole, reference, end, offset + at),
  );
}

/** An attribute's value with its references replaced, and what is space as written made a blank. */
export function decodeValue(source: Source, text: string, offset: number): string {
  return text.replace(
    /&([^;&]*)(;?)|\r\n|[\t\n\r]/g,
    (whole, reference: string | undefined, end: string, at: number) =>
      reference === undefined ? ' ' : referenced(source, whole, reference, end, offset + at),
  );
}

/** What a reference stands for. Only the five entities of XML are known. */
function referenced(source: Source, whole: string, reference: string, end: string, at: number): string {
  if (end === '') source.refuse('"&" begins no reference; write &amp;', at);
  if (Object.hasOwn(known, reference)) return known[reference];
  const match = /^#(?:(\d+)|x([\dA-Fa-f]+))$/.exec(reference);
  if (match === null) return source.refuse(`the entity ${whole.slice(0, 40)} is refused`, at);
  const code = match[1] === undefined ? Number.parseInt(match[2], 16) : Number(match[1]);
  if (!isCharacter(code)) source.refuse(`${whole.slice(0, 40)} is no character of XML`, at);
  return String.fromCodePoint(code);
}

/** XML 1.0, production 2. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

function codeOf(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
