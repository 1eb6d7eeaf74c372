import { attribute } from '../../../util/xml/parse-xml.ts';
import type { Model } from '../checked-model.ts';

const simpleName = '[A-Za-z_][A-Za-z_0-9]*';
const quoted = String.raw`'(?:[A-Za-z_0-9!#$%&()*+,\-./:;<>=?@[\]^{}|~ ]|\\['"?\\abfnrtv])+'`;
const indices = String.raw`\[\d+(?:,\d+)*\]`;
const step = `(?:${simpleName}|${quoted})(?:${indices})?`;
const identifier = String.raw`${step}(?:\.${step})*`;
const structured = new RegExp(String.raw`^(?:${identifier}|der\(${identifier}(?:,\d+)?\))$`);

/**
 * Returns true for a name of the structured convention (FMI 2.0.5, 2.2.9; FMI 3.0.2, 2.4.7.5.1).
 */
export function isStructured(name: string): boolean {
  return structured.test(name);
}

/** Why the rules of the structured convention do not apply. */
export function flatNames(model: Model): string | undefined {
  return attribute(model.root, 'variableNamingConvention') === 'structured'
    ? undefined
    : 'variable names are flat';
}

/** `com.example.tool`: a domain, from its end. */
export function isReverseDomain(name: string): boolean {
  return /^[A-Za-z0-9][\w-]*(\.[\w-]+)+$/.test(name);
}
