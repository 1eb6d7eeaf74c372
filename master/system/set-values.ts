import { kindText, printableName } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { SystemSettings } from './system-overrides.ts';

/** Value of a variable for callers of the library: one value, or one for each element. */
export type SetValue = number | bigint | boolean | string | readonly (number | bigint | boolean | string)[];

/** Options that set values and the stop time beside other settings. */
interface ValueOptions {
  settings?: SystemSettings | undefined;
  values?: Readonly<Record<string, SetValue>> | undefined;
  stopTime?: number | undefined;
}

/** Rejects values of other kinds, for callers without types. */
export function refuseOtherValues(operation: string, values: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, value] of Object.entries(values)) {
    const elements: readonly unknown[] = Array.isArray(value) ? value : [value];
    const wrong = elements.find((element) => !/^(?:number|bigint|boolean|string)$/.test(typeof element));
    if (wrong !== undefined || elements.length === 0)
      throw new UserError(
        `${operation}: values: ${printableName(name)}: expected a number, a text, true or false, or a list of these, got ${wrong === undefined ? 'an empty list' : kindText(wrong)}.`,
      );
  }
}

/** Returns the texts of `set` for the values: `damper.K_p=2000`. */
export function setTexts(values: Readonly<Record<string, SetValue>>): string[] {
  return Object.entries(values).map(([name, value]) => `${name}=${[value].flat().join(',')}`);
}

/** Returns the settings, with values and stop time that stand beside them. */
export function settingsOf({ settings, values = {}, stopTime }: ValueOptions): SystemSettings {
  const texts = setTexts(values);
  return {
    ...settings,
    ...(texts.length > 0 && { set: [...(settings?.set ?? []), ...texts] }),
    ...(stopTime !== undefined && { stopTime }),
  };
}
