import { UserError } from '../../fmu-sdk/util/user-error.ts';

/** Number or word that a scheme reads from `algorithm.options` of a system file. */
export type SchemeOption = { what: string } & (
  | { default: number; least: number; most: number; whole?: boolean }
  | { default: string; of: readonly string[] }
  /** Name that the scheme looks up itself. `named` describes it. */
  | { default: string; named: string }
);

/** Values of all options of a scheme, by name. */
export type OptionValues = Readonly<Record<string, number | string>>;

/** Returns the options of a scheme with defaults. Refuses unknown options and invalid values. */
export function optionsOf(
  {
    name,
    options = {},
  }: { readonly name: string; readonly options?: Readonly<Record<string, SchemeOption>> },
  settings: Readonly<Record<string, unknown>>,
  system: string,
): OptionValues {
  for (const [key, value] of Object.entries(settings)) {
    const option = Object.hasOwn(options, key) ? options[key] : undefined;
    const named = `run ${system}: the coupling scheme "${name}"`;
    if (option === undefined)
      throw new UserError(
        `${named}: unknown option "${key}". ${Object.keys(options).length === 0 ? 'Remove "options", because this scheme does not have any.' : `Known: ${Object.keys(options).join(', ')}.`}`,
      );
    if (!allows(option, value))
      throw new UserError(
        `${named}: invalid ${key} ${JSON.stringify(value)}. ${option.what}: use ${rangeOf(option)}.`,
      );
  }
  const values = Object.entries(options).map(([key, option]) => [key, settings[key] ?? option.default]);
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

/** Describes the valid values of an option. */
function rangeOf(option: SchemeOption): string {
  if ('of' in option) return `one of ${option.of.join(', ')}`;
  if ('named' in option) return `the name of ${option.named}`;
  return `a ${option.whole === true ? 'whole ' : ''}number from ${option.least} to ${option.most}`;
}
