import type { ModelDescription } from '../../description/description.ts';

/** Letters of types in references in messages of FMI 1.0 and 2.0. Enumerations count as integers. */
const letters: Readonly<Record<string, string>> = {
  Float64: 'r',
  Int32: 'i',
  Enumeration: 'i',
  Boolean: 'b',
  String: 's',
};

/**
 * Returns a function that makes messages of an FMU of FMI 1.0 or 2.0 readable. `#r12#` becomes the
 * name of the variable of that type and value reference, and `##` becomes `#` (FMI 2.0.5, 2.1.5).
 * References without a variable stay.
 */
export function messageReader({ variables }: Pick<ModelDescription, 'variables'>): (text: string) => string {
  let names: Map<string, string> | undefined;
  const nameOf = (key: string): string | undefined => {
    names ??= new Map(
      // The first variable of a value reference wins over its aliases.
      [...variables].reverse().map((v) => [`${letters[v.type]}${v.valueReference}`, v.name]),
    );
    return names.get(key);
  };
  return (text) =>
    text.replace(/##|#([ribs])(\d+)#/g, (whole, letter?: string, reference?: string) =>
      letter === undefined ? '#' : (nameOf(`${letter}${Number(reference)}`) ?? whole),
    );
}
