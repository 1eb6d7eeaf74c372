import type { CoSimulation } from '../../fmu-sdk/description/description.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../system/system.ts';
import { iteratingSchemes } from './iterating-schemes.ts';

/** Coupling schemes that run inside a pack. */
const schemes: readonly string[] = ['jacobi', 'gauss-seidel', 'multi-rate', ...iteratingSchemes];

const variesSteps = 'A pack has a constant step: use jacobi with a step that is small enough';
/** Advice for schemes that run in no pack, as the beginning of a sentence. */
const insteadOf: Readonly<Record<string, string>> = {
  'linearly-implicit': 'Use semi-implicit or newton',
  nepce: 'Use gauss-seidel, or jacobi with a smaller step',
  'energy-correction': 'Use iterative-jacobi, or jacobi with a smaller step',
  ecco: variesSteps,
  adaptive: variesSteps,
  hybrid: variesSteps,
  continuous: 'Use jacobi with FMUs of co-simulation',
  auto: 'Write a scheme into the file with fmu advise --write',
};

/** Value of the option `loops` that leaves algebraic loops to the delay of a step. */
const asTheyAre = 'as they are';

/** Refuses a system that cannot be packed, with what to use instead. */
export function refuseUnpackable(system: CheckedSystem, includesThirdParty: boolean): void {
  const { name, units, scheme, connections, lines = [], joints = [], groups = [] } = system;
  const refuse = (expected: string): never => {
    throw new UserError(`pack ${name}: ${expected}`);
  };
  const other = units.find(({ binary }) => binary.form !== 'core');
  if (other !== undefined && !includesThirdParty)
    refuse(
      `expected fmukit FMUs, but ${other.name} is a third-party FMU. If you may pass it on, use --include-third-party. Otherwise use fmu export.`,
    );
  for (const used of [scheme, ...groups.map((group) => group.scheme)])
    if (!schemes.includes(used))
      refuse(
        `expected the scheme ${schemes.join(' or ')}, got ${used}. ${insteadOf[used] ?? 'Set "scheme" of the algorithm'}, or use fmu export.`,
      );
  const parts: [readonly unknown[], string][] = [
    [lines, 'transmission lines'],
    [joints, 'joints'],
  ];
  for (const [list, what] of parts)
    if (list.length > 0) refuse(`a pack does not support ${what}. Remove them, or use fmu export.`);
  const solvesLoops = [system, ...groups].some(({ options }) => (options?.loops ?? asTheyAre) !== asTheyAre);
  if (solvesLoops) refuse('a pack does not solve algebraic loops. Remove "loops" from the options.');
  const between = connections.find(
    ({ from, extrapolation }) =>
      /String|Binary|Clock/.test(from.variable.type) || extrapolation !== undefined,
  );
  if (between !== undefined) {
    const { from, to, extrapolation } = between;
    const ends = `${units[from.unit].name}.${from.variable.name} → ${units[to.unit].name}.${to.variable.name}`;
    refuse(
      extrapolation === undefined
        ? `a pack does not support the connection ${ends} of type ${from.variable.type}. Connect numbers or booleans.`
        : `a pack does not support the extrapolation ${extrapolation} of ${ends}. Set "order" to 0, 1 or 2 instead.`,
    );
  }
}

/** Refuses schemes that repeat steps of a carried FMU that cannot store its state. */
export function refuseRollback(
  { name, scheme, groups = [] }: CheckedSystem,
  carried: readonly { fmu: { unit: string }; capabilities: CoSimulation }[],
): void {
  const fixed = carried.find(({ capabilities }) => !capabilities.canGetAndSetFMUState);
  const repeating = [scheme, ...groups.map((group) => group.scheme)].find((used) =>
    iteratingSchemes.includes(used),
  );
  if (fixed === undefined || repeating === undefined) return;
  throw new UserError(
    `pack ${name}: expected the scheme jacobi, gauss-seidel or multi-rate with the binary of ${fixed.fmu.unit}, got ${repeating}, which repeats steps. The FMU cannot return to a state (canGetAndSetFMUState). Use jacobi with a smaller step, an FMU with C sources, or fmu export.`,
  );
}
