import type { OptionKind, OptionTable } from '../../../fmu-sdk/util/require-options.ts';

/**
 * One option of a run. Parser, types, help, completion, validation and the rules for combinations
 * all read it.
 */
export interface OptionRow {
  /** Kind of the value in the library. Missing: only `fmu run` has the option. */
  readonly kind?: OptionKind;

  /** Heading of `fmu run --help`. Missing: only the library has the option. */
  readonly heading?: string;
  readonly type?: 'string' | 'number' | 'boolean' | 'array';
  /** True if the option may be repeated or followed by several values. */
  readonly array?: true;
  readonly requiresArg?: boolean;
  readonly choices?: readonly (string | number)[];
  readonly default?: false;
  readonly alias?: readonly string[];
  readonly describe?: string;
  /** True if the help describes the option in the row of another one. */
  readonly hidden?: true;
  /** Present name of an option that is declared under its former name. */
  readonly formerly?: string;

  /** Option that this one belongs to. */
  readonly needs?: string;
  /** Kind of model that the option is for. Missing: single FMUs and systems. */
  readonly only?: 'systems' | 'single FMUs';
  /** True if FMUs must be loaded for their FMI calls, because the option sees each call. */
  readonly byCalls?: true;
  /** True if the option works only in the computing thread of a `SystemRunner`. */
  readonly ownThread?: true;
  /** True if the option must see every step, so that a unit may not look ahead. */
  readonly everyStep?: true;
  /** Reason why the run cannot begin again on other threads. */
  readonly noRestart?: string;
  /** Reason why the option does not work with checkpoints. */
  readonly noCheckpoint?: string;
  /** True if the option does not work step by step, where a run can go back. */
  readonly noStepByStep?: true;
  /** Rule for a resumed run. Missing: it keeps the value of the first run. */
  readonly onResume?: 'may change' | 'must be permitted again';
}

export type OptionRows = Readonly<Record<string, OptionRow>>;

/** Value of an option as the command line gives it. */
type ValueOf<Row> = Row extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Row extends { type: 'boolean' }
    ? boolean
    : Row extends { type: 'number' }
      ? number
      : Row extends { type: 'array' }
        ? (string | number)[]
        : Row extends { array: true }
          ? string[]
          : string;

type NamesWith<Rows, Part> = { [Name in keyof Rows]: Rows[Name] extends Part ? Name : never }[keyof Rows];

/** Arguments of a command whose options are `Rows`. Options with a default are always present. */
export type ArgumentsOf<Rows> = {
  -readonly [Name in NamesWith<Rows, { default: false }>]: ValueOf<Rows[Name]>;
} & {
  -readonly [Name in Exclude<NamesWith<Rows, { heading: string }>, NamesWith<Rows, { default: false }>>]?:
    | ValueOf<Rows[Name]>
    | undefined;
};

/**
 * Returns the given options whose row has an entry, with that entry, in the order of the table. A
 * switch that is off counts as not given.
 */
export function givenWith<Entry extends keyof OptionRow>(
  rows: OptionRows,
  entry: Entry,
  options: object,
): { readonly name: string; readonly entry: NonNullable<OptionRow[Entry]> }[] {
  const given = options as Readonly<Record<string, unknown>>;
  return Object.entries(rows).flatMap(([name, { [entry]: value }]) =>
    value === undefined || given[name] === undefined || given[name] === false ? [] : [{ name, entry: value }],
  );
}

/** Returns the kinds of some options, to check the values of callers without types. */
export function kindsOf<T>(rows: OptionRows, names: readonly (keyof T & string)[]): OptionTable<T> {
  return Object.fromEntries(names.map((name) => [name, rows[name].kind])) as OptionTable<T>;
}

/** Returns an option as a user types it: `recordCalls` → `--record-calls`. */
export const dashedOption = (name: string): string => `--${dashedName(name)}`;

/** Returns the name of an option without the dashes before it. */
export const dashedName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
