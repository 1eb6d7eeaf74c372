import {
  leastTolerance,
  toldInternalStep,
  usableExperiment,
} from '../../fmu-sdk/description/default-experiment.ts';
import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import type { CheckedSystem, SystemUnit } from '../system/system.ts';

/** System whose solvers are more accurate, and the names of these units. */
export interface FinerSolvers {
  readonly system: CheckedSystem;
  readonly units: readonly string[];
}

/** Smaller tolerance of a solver, as a share of the present one. */
const tighter = 0.1;
/** Tolerance of the integrator of a model-exchange FMU that does not name one. */
const usualTolerance = 1e-6;

/**
 * Returns a system whose units solve more accurately. A unit gets half its internal step if a parameter
 * sets it. Otherwise it gets a tenth of its tolerance: of the integrator of a model-exchange FMU, or of
 * the one that the system passes.
 */
export function withFinerSolvers(system: CheckedSystem): FinerSolvers {
  const refined: string[] = [];
  const units = system.units.map((unit) => {
    const finer = withHalfStep(unit) ?? withTolerance(unit);
    if (finer !== undefined) refined.push(unit.name);
    return finer ?? unit;
  });
  return { system: { ...system, units }, units: refined };
}

/** Returns the unit with half its internal step. Undefined if no parameter sets it. */
function withHalfStep(unit: SystemUnit): SystemUnit | undefined {
  const variable = stepParameter(unit.description);
  if (variable === undefined) return undefined;
  const given = unit.values.find((each) => each.variable.name === variable.name);
  const h = Number(given?.value[0] ?? startOf(variable));
  if (!(h > 0)) return undefined;
  const others = unit.values.filter((each) => each !== given);
  return { ...unit, values: [...others, { variable, value: [h / 2] }] };
}

/**
 * Returns the parameter in seconds that sets the internal step: it is described as such, or starts with
 * the internal step that the FMU tells.
 */
function stepParameter(fmu: ModelDescription): Variable | undefined {
  const told = toldInternalStep(fmu);
  const scalars = fmu.variables.filter(
    ({ causality, type, unit: unitOfMeasure, dimensions }) =>
      causality === 'parameter' && type === 'Float64' && unitOfMeasure === 's' && dimensions.length === 0,
  );
  return (
    scalars.find(({ description = '' }) => /\binternal step\b/i.test(description)) ??
    scalars.find((variable) => told !== undefined && startOf(variable) === told)
  );
}

const startOf = ({ start = [] }: Variable): number => Number(start[0]);

function withTolerance(unit: SystemUnit): SystemUnit | undefined {
  const binary = unit.binary as SystemUnit['binary'] & { kind?: string; tolerance?: number };
  const isIntegrated = binary.kind === 'modelExchange';
  const present =
    binary.tolerance ??
    (isIntegrated ? (usableExperiment(unit.description).tolerance ?? usualTolerance) : undefined);
  if (present === undefined || present <= leastTolerance) return undefined;
  const tolerance = Math.max(leastTolerance, tighter * present);
  return { ...unit, binary: { ...binary, tolerance } as SystemUnit['binary'] };
}
