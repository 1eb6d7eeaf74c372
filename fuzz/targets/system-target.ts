import { isDeepStrictEqual } from 'node:util';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import type { LoadedFmu } from '../../fmu-sdk/host/fmu.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { assemble, type SystemFiles } from '../../master/system/assemble-system.ts';
import { inputSources } from '../../master/system/inputs/input-sources.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { parseSystem, systemAt } from '../../master/system/system-file.ts';
import { bytesOf, holds, type Target, textOf } from '../fuzz-target.ts';
import { mutateJson } from '../mutate/mutate-json.ts';
import { everyInput } from './example-units.ts';
import { isJson } from './shared-inputs.ts';

const unit: LoadedFmu = {
  file: 'unit.fmu',
  description: readModelDescription(everyInput, 'unit.xml'),
  binary: { form: 'core' },
};

/** One unit and one table of inputs. What else is named is not there. */
const files: SystemFiles = {
  unit: async (path) => {
    if (path !== 'unit.fmu') throw new UserError(`open ${path}: file not found. Create it.`);
    return unit;
  },
  content: (path) => ({ file: path, bytes: bytesOf('time,a.float64\n0,1\n1,2\n') }),
  sources: inputSources,
};

/**
 * Fuzzes `system.json`. An accepted system has whole steps, connections between existing units, and
 * is accepted as plain data too.
 */
export const system: Target = {
  name: 'system',
  about: 'systems of units (system.json)',
  mutate: mutateJson,
  hasForm: isJson,
  run: async (bytes) => {
    const json = parseSystem(textOf(bytes), 'case.json');
    const checked = await assemble(json, files, {});
    refuseOdd(checked);
    const again = await assemble(systemAt(json.value, 'case.json'), files, {});
    holds(isDeepStrictEqual(again, checked), 'the plain data describe another system');
    const { units, connections, bonds, interfaceModels, record, inputs } = checked;
    return `accepted ${[units, connections, bonds, interfaceModels, record.columns, inputs].map((list) => Math.min(4, list.length))} ${checked.scheme} ${checked.order}`;
  },
};

function refuseOdd(checked: CheckedSystem): void {
  const { startTime, stopTime, step, connections, units, record, stepSeconds } = checked;
  holds(Number.isFinite(startTime) && step > 0 && Number.isFinite(step), 'times are not finite');
  const steps = (stopTime - startTime) / step;
  holds(steps >= 0.5 && steps < 2 ** 53, `it has ${steps} steps`);
  holds(startTime + step > startTime && stopTime - step < stopTime, 'a step does not move the time');
  holds(Number.isSafeInteger(record.every) && record.every > 0, `every ${record.every}th row is recorded`);
  holds(stepSeconds > 0, `a step may take ${stepSeconds} s`);
  const fed = new Set<string>();
  for (const { from, to, toElement } of connections) {
    holds(units[from.unit] !== undefined && units[to.unit] !== undefined, 'a connection has no target unit');
    const element = `${to.unit} ${to.variable.valueReference} ${toElement}`;
    holds(!fed.has(element), 'an element has two connections');
    fed.add(element);
  }
}
