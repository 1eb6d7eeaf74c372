import { resolve } from 'node:path';
import { type OptionTable, withoutUndefined } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type SetValue, settingsOf } from './set-values.ts';
import { type SystemSettings, systemSettingKinds } from './system-overrides.ts';

/** Options that replace entries of a system's file. */
export interface FileSettings extends Omit<SystemSettings, 'set'> {
  /**
   * Values of variables by name, such as `{ 'damper.K_p': 2000 }`. A text may have a unit of measure
   * to convert from: `'20[bar]'`.
   */
  values?: Readonly<Record<string, SetValue>> | undefined;
  /** Other name of `values`, as in FMPy. */
  startValues?: Readonly<Record<string, SetValue>> | undefined;
  /** File that drives inputs. A relative path starts at the working directory. */
  input?: string | undefined;
}

const { set: _, ...settingKinds } = systemSettingKinds;

export const fileSettingKinds: OptionTable<FileSettings> = {
  values: 'object',
  startValues: 'object',
  ...settingKinds,
};

/** Returns the values of `values` or of its other name. `operation` starts the message. */
export function valuesOf(
  operation: string,
  { values, startValues }: FileSettings,
): Readonly<Record<string, SetValue>> | undefined {
  if (values !== undefined && startValues !== undefined)
    throw new UserError(
      `${operation}: "values" and "startValues" mean one option, got both. Leave one of them out.`,
    );
  return values ?? startValues;
}

/** Returns `settings`, with the options that stand beside them, which count more. */
export function fileSettingsOf(
  operation: string,
  options: FileSettings & { settings?: SystemSettings | undefined },
): SystemSettings {
  const { startTime, stopTime, step, scheme, order, record, outputInterval, input } = options;
  const beside = { startTime, stopTime, step, scheme, order, record, outputInterval };
  const settings = {
    ...options.settings,
    ...withoutUndefined({ ...beside, input: input === undefined ? undefined : resolve(input) }),
  };
  return settingsOf({ settings, values: valuesOf(operation, options) });
}
