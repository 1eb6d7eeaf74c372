import type { LoadedUnit } from '../../fmu-sdk/host/find.ts';
import type { JsonFile } from '../../fmu-sdk/json/json-file.ts';
import { checkBonds } from './bonds.ts';
import { checkConnections, notesOnHeld } from './connections.ts';
import { contextOf } from './context.ts';
import { checkGroups } from './groups.ts';
import { checkInputs, type InputTable, notesOnInputs } from './inputs.ts';
import { checkInterfaceModels } from './interface-models.ts';
import { checkJoints } from './joints.ts';
import { limitsOf } from './limits.ts';
import { checkLines } from './lines.ts';
import { loopTexts } from './loops.ts';
import { checkRecord } from './record.ts';
import { checkSequences } from './sequence.ts';
import type { CheckedSystem, SystemFile } from './system.ts';
import { checkTimes } from './times.ts';

/**
 * Checks a system against the units it names (`loaded`, by name of the unit) and puts indexes in place of names.
 * `prefix`: whether result and input columns carry the name of their unit; `inputs`: the file that drives inputs.
 */
export function checkSystem(
  json: JsonFile<SystemFile>,
  loaded: ReadonlyMap<string, LoadedUnit>,
  prefix = true,
  inputs?: InputTable,
): CheckedSystem {
  const context = contextOf(json, loaded);
  const { system, units } = context;
  const { connections, feeds } = checkConnections(context);
  const series = checkInputs(context, feeds, inputs, prefix);
  const notes = [
    ...notesOnInputs(inputs, units, prefix),
    ...notesOnHeld(system.connections, connections, units),
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
    order: system.algorithm.order ?? 0,
    ...checkGroups(context),
    ...checkTimes(context),
    record: checkRecord(context, prefix),
    inputs: series,
    ...limitsOf(system),
    ...(notes.length > 0 && { notes }),
  };
}
