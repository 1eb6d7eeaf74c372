import type { Experiment } from '../../archive/smoke-test/smoke-experiment.ts';
import { type ReferenceTable, writeSmokeTest } from '../../archive/smoke-test/write-smoke-test.ts';
import { usableExperiment } from '../../description/default-experiment.ts';
import type { ModelDescription, Variable } from '../../description/description.ts';
import { indexText } from '../../description/tables/element-index.ts';
import type { Instance } from '../../host/instance/instance.ts';
import { compileCore } from '../../host/wasm/core-interface.ts';
import { instantiateWasm } from '../../host/wasm/wasm-instance.ts';
import { CommunicationPoints } from '../../util/time/communication-points.ts';

/** Largest number of communication steps of a smoke test. A short default experiment has fewer. */
const mostSteps = 20;

/**
 * Tolerance for other tools, as a share of the largest magnitude. In fmukit the results are equal
 * bit for bit.
 */
const tolerance = 1e-9;

/**
 * Returns the smoke test of an FMU as files of its archive. It holds the first steps of the default
 * experiment at the start values, with all numeric outputs of the sealed core. Without a numeric
 * output the result is empty.
 */
export function smokeTestOf(core: Uint8Array, description: ModelDescription): Map<string, string> {
  const outputs = description.variables.filter(
    ({ causality, type }) => causality === 'output' && !/String|Binary|Clock/.test(type),
  );
  const instance = instantiateWasm(
    compileCore(core, description.modelName),
    description,
    description.modelName,
  );
  const { startTime = 0, stopTime = Infinity, stepSize = 1e-3 } = usableExperiment(description);
  const h = instance.internalStep();
  const step = h > 0 ? Math.max(1, Math.round(stepSize / h)) * h : stepSize;
  const steps = Math.min(mostSteps, Math.floor(((stopTime - startTime) / step) * (1 + 1e-9)));
  if (outputs.length === 0 || steps < 1) return new Map();
  const experiment: Experiment = {
    name: 'start',
    startTime,
    stopTime: CommunicationPoints.sums(startTime, step).at(steps),
    stepSize: step,
    tolerance,
  };
  const text = `The first ${steps} steps with all start values as they are`;
  return writeSmokeTest(experiment, text, resultsOf(instance, outputs, experiment, steps));
}

function resultsOf(
  instance: Instance,
  outputs: readonly Variable[],
  { startTime = 0, stepSize = 0 }: Experiment,
  steps: number,
): ReferenceTable {
  const titles = ['time'];
  const reads: (() => number | bigint)[] = [];
  for (const variable of outputs) {
    const { view, offset, length } = instance.view(variable);
    for (let i = 0; i < length; i++) {
      titles.push(variable.name + indexText(variable, i));
      reads.push(() => view[offset + i]);
    }
  }
  const points = CommunicationPoints.sums(startTime, stepSize);
  instance.initialize(startTime);
  instance.exitInitialization();
  const rows = [[startTime, ...reads.map((read) => read())]];
  for (let k = 0; k < steps; k++) {
    // Steps from point to point as masters do, so that t + H is the next point to the last bit.
    instance.step(points.at(k), points.at(k + 1) - points.at(k));
    rows.push([points.at(k + 1), ...reads.map((read) => read())]);
  }
  return { titles, rows };
}
