import { UserError } from '../../fmu-sdk/util/user-error.ts';

/** A number or a word that a scheme takes from `algorithm.options` of a system file. */
export type SchemeOption = { what: string } & (
  | { default: number; least: number; most: number; whole?: boolean }
  | { default: string; of: readonly string[] }
  /** A name that the scheme looks up itself; what of, in words. */
  | { default: string; named: string }
);

/** Values of all options of a scheme, by name. */
export type OptionValues = Readonly<Record<string, number | string>>;

/** What a system gives a scheme, and its defaults; refused where the scheme has no such option, or no such value of it. */
export function optionsOf(
  {
    name,
    options = {},
  }: { readonly name: string; readonly options?: Readonly<Record<string, SchemeOption>> },
  given: Readonly<Record<string, unknown>>,
  system: string,
): OptionValues {
  for (const [key, value] of Object.entries(given)) {
    const option = Object.hasOwn(options, key) ? options[key] : undefined;
    const named = `run ${system}: the coupling scheme "${name}"`;
    if (option === undefined)
      throw new UserError(
        `${named} has no option "${key}". ${Object.keys(options).length === 0 ? 'It has none: remove "options".' : `It has ${Object.keys(options).join(', ')}.`}`,
      );
    if (!allows(option, value))
      throw new UserError(
        `${named} has no ${key} ${JSON.stringify(value)}. ${option.what}: give ${rangeOf(option)}.`,
      );
  }
  const values = Object.entries(options).map(([key, option]) => [key, given[key] ?? option.default]);
  return Object.fromEntries(values);
}

function allows(option: SchemeOption, value: unknown): boolean {
  if ('of' in option) return typeof value === 'string' && option.of.includes(value);
  if ('named' in option) return typeof value === 'string' && value !== '';
  const { least, most, whole } = option;
  return (
    typeof value === 'number' &&
    value >= least &&
    value <= most &&
    (whole !== true || Number.isInteger(value))
  );
}

/** What an option may be, in words. */
function rangeOf(option: SchemeOption): string {
  if ('of' in option) return `one of ${option.of.join(', ')}`;
  if ('named' in option) return `the name of ${option.named}`;
  return `a ${option.whole === true ? 'whole ' : ''}number from ${option.least} to ${option.most}`;
}
