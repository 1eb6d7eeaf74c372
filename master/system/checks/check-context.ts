import { type Variable, variablesByName } from '../../../fmu-sdk/description/description.ts';
import type { LoadedFmu } from '../../../fmu-sdk/host/fmu.ts';
import type { JsonFile } from '../../../fmu-sdk/util/json/json-file.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Refuse } from '../refuse.ts';
import type { SystemFile, SystemUnit } from '../system.ts';
import { checkUnit } from './check-units.ts';

/** Input of the checks of a system. */
export interface Context {
  readonly system: SystemFile;
  /** File to which the paths in the system are relative. */
  readonly file: string;
  readonly units: readonly SystemUnit[];
  /** Variables of each unit by name. */
  readonly variables: readonly ReadonlyMap<string, Variable>[];
  readonly refuse: Refuse;
}

/** Checks the units, each for itself, and gives what the checks between them need. */
export function contextOf(
  { value: system, file, where }: JsonFile<SystemFile>,
  loaded: ReadonlyMap<string, LoadedFmu>,
): Context {
  const refuse: Refuse = (path, what) => {
    throw new UserError(`${where(path)}: ${what}`);
  };
  const units = Object.entries(system.units).map(([name, unitOptions]) =>
    checkUnit(name, unitOptions, loaded.get(name) as LoadedFmu, refuse),
  );
  const variables = units.map(({ description }) => variablesByName(description));
  return { system, file, units, variables, refuse };
}
