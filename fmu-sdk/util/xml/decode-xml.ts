import { utf8Fault } from '../utf8.ts';
import { asciiText, latin1Text, windows1252Text } from './single-byte-encodings.ts';
import { XmlError } from './xml-error.ts';

/** The text of an XML document, and how its bytes were read. */
export interface XmlText {
  /** Without a byte order mark, and with no more UTF-16 units than there are bytes. */
  readonly text: string;
  /** The encoding by which the bytes were read. */
  readonly encoding: string;
  /** What the document says of its encoding; undefined where it says nothing. */
  readonly declared: string | undefined;
  /** Whether the bytes are not what the document says, or not what XML takes them for where it says nothing. */
  readonly misdeclared: boolean;
  /** Offset in the text of the first byte that is not UTF-8, where the document says UTF-8. */
  readonly fault?: number;
}

/** What the bytes of a document that are not what it says are read by: no byte is lost, and no two become the same. */
const lastResort = 'windows-1252';

/** Bytes in which a declaration stands, if there is one. */
const longestDeclaration = 1024;

/**
 * The text of an XML document from its bytes (XML 1.0, 4.3.3 and F): UTF-16 or UTF-8 by its byte order mark or by its first
 * bytes; else what it declares, and UTF-8 where it declares nothing. Whatever `TextDecoder` knows is read, ISO-8859-1
 * and US-ASCII as IANA has them. Bytes that are not what is declared are read as UTF-8, or where they are none, each
 * as a character of windows-1252. Throws an `XmlError` for UTF-16 that is none.
 */
export function decodeXml(bytes: Uint8Array): XmlText {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return decodeWide(bytes, wide);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const content = marked ? bytes.subarray(3) : bytes;
  const declared = declaredEncoding(latin1Text(content.subarray(0, longestDeclaration)));
  const saysUtf8 = declared === undefined || isUtf8(declared);
  const asSaid = marked || saysUtf8 ? undefined : decodeAs(declared, content);
  if (asSaid !== undefined) return { ...asSaid, declared, misdeclared: false };
  const utf8 = decodeAs('UTF-8', content);
  if (utf8 !== undefined) return { ...utf8, declared, misdeclared: !saysUtf8 };
  const fault = saysUtf8 ? { fault: utf8Fault(content) } : {};
  return { text: windows1252Text(content), encoding: lastResort, declared, misdeclared: true, ...fault };
}

/** How a document that is not what FMI asks for, UTF-8, was read: words that complete “the file …”; undefined for UTF-8. */
export function otherEncoding({ encoding, declared, misdeclared }: XmlText): string | undefined {
  if (!misdeclared) return encoding === 'UTF-8' ? undefined : `is in ${encoding}, and was read so`;
  const says = declared === undefined ? 'names no encoding' : `says that it is in ${declared}`;
  return encoding === lastResort
    ? `${says} and is not; each byte was read as a character of ${lastResort}`
    : `${says} and is in ${encoding}, and was read so`;
}

/** The encoding that the begin of a document declares, where it has the form of a name (XML 1.0, 4.3.3). */
function declaredEncoding(begin: string): string | undefined {
  return /^<\?xml\s[^>]*?\sencoding\s*=\s*(["'])([A-Za-z][\w.-]*)\1/.exec(begin)?.[2];
}

function isUtf8(name: string): boolean {
  return /^utf-?8$/i.test(name);
}

function wideEncoding([a, b, c, d]: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | undefined {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c !== 0 && d === 0)) return 'UTF-16LE';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d !== 0)) return 'UTF-16BE';
  return undefined;
}

function decodeWide(bytes: Uint8Array, encoding: 'UTF-16LE' | 'UTF-16BE'): XmlText {
  const text = decoded(encoding, bytes);
  if (text === undefined)
    throw new XmlError(`it begins as ${encoding}, and its bytes are none`, { line: 1, column: 1 });
  const declared = declaredEncoding(text.slice(0, longestDeclaration));
  return { text, encoding, declared, misdeclared: declared !== undefined && !/^utf-?16/i.test(declared) };
}

/** Undefined where the encoding is not known, or the bytes are not of it. */
function decodeAs(name: string, bytes: Uint8Array): Pick<XmlText, 'text' | 'encoding'> | undefined {
  for (const { encoding, names, text: textOf } of own) {
    if (!names.test(name)) continue;
    const text = textOf(bytes);
    return text === undefined ? undefined : { text, encoding };
  }
  const text = decoded(name, bytes);
  return text === undefined ? undefined : { text, encoding: name };
}

/** Encodings that `TextDecoder` takes for one, or that not every one reads alike. */
const own: readonly { encoding: string; names: RegExp; text(bytes: Uint8Array): string | undefined }[] = [
  { encoding: 'ISO-8859-1', names: /^(iso[-_]?8859[-_]1|latin1|l1|cp819|ibm819)$/i, text: latin1Text },
  { encoding: 'windows-1252', names: /^(windows-|(x-)?cp)1252$/i, text: windows1252Text },
  { encoding: 'US-ASCII', names: /^((us-)?ascii|iso646-us)$/i, text: asciiText },
  // By these names bytes would be read in pairs, and what is read in pairs has been found by its first bytes.
  { encoding: 'UTF-16', names: /utf-?16|ucs|unicode/i, text: () => undefined },
];

function decoded(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
