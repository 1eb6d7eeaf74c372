import { variablesByName } from '../../../fmu-sdk/description/description.ts';
import type { LoadedFmu } from '../../../fmu-sdk/host/fmu.ts';
import type { JsonFile } from '../../../fmu-sdk/util/json/json-file.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { checkRecord } from '../recorded-variables.ts';
import type { Refuse } from '../refuse.ts';
import { loopTexts } from '../structure/algebraic-loops.ts';
import { orderNamed } from '../structure/extrapolation-order.ts';
import { notesOnInternalSteps } from '../structure/internal-steps.ts';
import { limitsOf } from '../structure/step-limits.ts';
import type { CheckedSystem, SystemFile } from '../system.ts';
import { checkBonds } from './check-bonds.ts';
import { checkConnections, notesOnHeld } from './check-connections.ts';
import type { Context } from './check-context.ts';
import { checkGroups } from './check-groups.ts';
import { checkInputs, type InputTable, notesOnInputs } from './check-inputs.ts';
import { checkInterfaceModels } from './check-interface-models.ts';
import { checkJoints } from './check-joints.ts';
import { checkLines } from './check-lines.ts';
import { checkSequences } from './check-sequence.ts';
import { checkTimes } from './check-times.ts';
import { checkUnit } from './check-units.ts';

/**
 * Checks a system against the units it names and replaces names by indexes. `loaded` holds the
 * units by name. `prefix` is true if result and input columns start with the name of their unit.
 * `inputs` is the file that drives inputs.
 */
export function checkSystem(
  json: JsonFile<SystemFile>,
  loaded: ReadonlyMap<string, LoadedFmu>,
  prefix = true,
  inputs?: InputTable,
): CheckedSystem {
  const context = contextOf(json, loaded);
  const { system, units } = context;
  const { connections, feeds, notes: ofConnections } = checkConnections(context);
  const series = checkInputs(context, feeds, inputs, prefix);
  const notes = [
    ...notesOnInputs(context, inputs, series, prefix),
    ...ofConnections,
    ...notesOnHeld(system.connections, connections, units),
    ...notesOnInternalSteps(units, system.algorithm.step),
  ];
  return {
    name: system.name,
    units: [...units],
    connections,
    loops: loopTexts(connections, units),
    bonds: checkBonds(context, connections),
    interfaceModels: checkInterfaceModels(context, feeds),
    ...checkLines(context, feeds, series),
    ...checkJoints(context, feeds),
    scheme: system.algorithm.scheme,
    ...checkSequences(context),
    options: system.algorithm.options,
    threads: system.algorithm.threads === 'auto' ? undefined : system.algorithm.threads,
    order: orderNamed(system.algorithm.extrapolation) ?? system.algorithm.order ?? 0,
    ...checkGroups(context),
    ...checkTimes(context),
    record: checkRecord(context, prefix),
    inputs: series,
    ...limitsOf(system),
    ...(notes.length > 0 && { notes }),
  };
}

/** Checks each unit with `checkUnit`, and returns what the checks between units need. */
function contextOf(
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
