import type { StaticRule } from '../../rule.ts';
import { xmlControlCharacters } from './control-characters.ts';
import { xmlDocumentType } from './document-type.ts';
import { xmlEncodingDeclaration } from './encoding-declaration.ts';
import { xmlUtf8 } from './utf8.ts';
import { xmlWellFormed } from './well-formed.ts';

/** Rules of the area `xml`. */
export const xmlRules: readonly StaticRule[] = [
  xmlControlCharacters,
  xmlDocumentType,
  xmlEncodingDeclaration,
  xmlUtf8,
  xmlWellFormed,
];
