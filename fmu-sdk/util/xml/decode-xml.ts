import { utf8Fault } from '../utf8.ts';
import { asciiText, latin1Text, windows1252Text } from './single-byte-encodings.ts';
import { XmlError } from './xml-error.ts';

/** The text of an XML document and its encoding. */
export interface XmlText {
  /**
   * Text without a byte order mark. It has at most as many UTF-16 code units as there were bytes.
   */
  readonly text: string;
  /** Encoding used to decode the bytes. */
  readonly encoding: string;
  /** Encoding that the document declares, if any. */
  readonly declared: string | undefined;
  /**
   * Marks bytes that do not match the declared encoding, or XML's default without a declaration.
   */
  readonly misdeclared: boolean;
  /** Offset in the text of the first byte that is not UTF-8, if the document declares UTF-8. */
  readonly fault?: number;
}

/**
 * Encoding for documents that do not match their declaration. It preserves every byte, and
 * different bytes stay different.
 */
const lastResort = 'windows-1252';

/** Number of bytes that contain the declaration, if there is one. */
const longestDeclaration = 1024;

/**
 * Decodes an XML document (XML 1.0, 4.3.3 and F). Detects UTF-16 or UTF-8 by the byte order mark or
 * the first bytes. Otherwise uses the declared encoding, or UTF-8.
 *
 * Supports all encodings of `TextDecoder`, and ISO-8859-1 and US-ASCII as IANA defines them.
 * Decodes bytes that do not match the declaration as UTF-8, or else as windows-1252. Throws an
 * `XmlError` for invalid UTF-16.
 */
export function decodeXml(bytes: Uint8Array): XmlText {
  const utf16 = wideEncoding(bytes);
  if (utf16 !== undefined) return decodeWide(bytes, utf16);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const content = marked ? bytes.subarray(3) : bytes;
  const declared = declaredEncoding(latin1Text(content.subarray(0, longestDeclaration)));
  const declaresUtf8 = declared === undefined || isUtf8(declared);
  const asDeclared = marked || declaresUtf8 ? undefined : decodeAs(declared, content);
  if (asDeclared !== undefined) return { ...asDeclared, declared, misdeclared: false };
  const utf8 = decodeAs('UTF-8', content);
  if (utf8 !== undefined) return { ...utf8, declared, misdeclared: !declaresUtf8 };
  const fault = declaresUtf8 ? { fault: utf8Fault(content) } : {};
  return { text: windows1252Text(content), encoding: lastResort, declared, misdeclared: true, ...fault };
}

/**
 * Describes how a document that is not UTF-8, as FMI requires, was decoded. The text completes “the
 * file …”. Returns undefined for UTF-8.
 */
export function otherEncoding({ encoding, declared, misdeclared }: XmlText): string | undefined {
  if (!misdeclared) return encoding === 'UTF-8' ? undefined : `is in ${encoding}, and was decoded so`;
  const declaration = declared === undefined ? 'does not declare an encoding' : `declares ${declared}`;
  return encoding === lastResort
    ? `${declaration}, but its bytes do not match. Each byte was decoded as a character of ${lastResort}`
    : `${declaration}, but is in ${encoding}, and was decoded so`;
}

/**
 * Returns the encoding that the start of a document declares, if it is a valid name (XML 1.0,
 * 4.3.3).
 */
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
    throw new XmlError(`it begins as ${encoding}, but its bytes are not valid ${encoding}`, {
      line: 1,
      column: 1,
    });
  const declared = declaredEncoding(text.slice(0, longestDeclaration));
  return { text, encoding, declared, misdeclared: declared !== undefined && !/^utf-?16/i.test(declared) };
}

/**
 * Decodes bytes, or returns undefined if the encoding is unknown or the bytes are not valid in it.
 */
function decodeAs(name: string, bytes: Uint8Array): Pick<XmlText, 'text' | 'encoding'> | undefined {
  for (const { encoding, names, text: textOf } of standardDecoders) {
    if (!names.test(name)) continue;
    const text = textOf(bytes);
    return text === undefined ? undefined : { text, encoding };
  }
  const text = decoded(name, bytes);
  return text === undefined ? undefined : { text, encoding: name };
}

/** Encodings that `TextDecoder` maps to others or that decoders treat differently. */
const standardDecoders: readonly {
  encoding: string;
  names: RegExp;
  text(bytes: Uint8Array): string | undefined;
}[] = [
  { encoding: 'ISO-8859-1', names: /^(iso[-_]?8859[-_]1|latin1|l1|cp819|ibm819)$/i, text: latin1Text },
  { encoding: 'windows-1252', names: /^(windows-|(x-)?cp)1252$/i, text: windows1252Text },
  { encoding: 'US-ASCII', names: /^((us-)?ascii|iso646-us)$/i, text: asciiText },
  // These names would select UTF-16, which the first bytes have already ruled out.
  { encoding: 'UTF-16', names: /utf-?16|ucs|unicode/i, text: () => undefined },
];

function decoded(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
