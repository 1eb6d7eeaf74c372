import type { Manifest } from '../../fmu-sdk/build/manifest/manifest.ts';
import type { InnerUnit } from '../../fmu-sdk/build/pack/inner-units.ts';
import type { PlacedPack } from '../../fmu-sdk/build/pack/pack-module.ts';
import { type PackPlan, PlacedPlan } from '../../fmu-sdk/build/pack/pack-plan.ts';
import type { SharedMemory } from '../../fmu-sdk/host/fast-path/shared-memory.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { Bonds } from '../coupling/fast-path/loop-bonds.ts';
import { segmentsOf } from '../coupling/fast-path/loop-transfers.ts';
import { bondRecord } from '../coupling/fast-path/residual-code.ts';
import { ValueTransfer } from '../coupling/transfer/value-transfer.ts';
import { Residuals } from '../energy/residual-observer.ts';
import type { InnerView } from '../observe/observer.ts';
import { communicationPoints } from '../system/communication-points.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type PlacedTotals, placeTotals } from './energy-totals.ts';
import { hasUnitSteps } from './iterating-schemes.ts';
import { type PackVariable, polynomialPorts, portOf } from './pack-interface.ts';
import { packMacros } from './pack-macros.ts';
import { otherConnections, placeStages } from './pack-stages.ts';
import { packedLoop } from './packed-loop.ts';
import { stagesOf } from './staged-units.ts';

const wordBytes = 8;
/** Bytes of [u, u′, u″]. */
const polynomialBytes = 24;

/** Places the loop and the plan of a pack beside its units in the memory. */
export function placePack(
  system: CheckedSystem,
  manifest: Manifest,
  variables: readonly PackVariable[],
  units: readonly InnerUnit[],
  memory: SharedMemory,
): PlacedPack {
  const instances = units.map(({ instance }) => instance);
  const transfers = new ValueTransfer(system.connections, instances, system.step).transfers();
  const segments = transfers && segmentsOf(transfers, memory);
  if (transfers === undefined || segments === undefined) throw unsupportedValues(system);
  const addressOf = (view: NumericArray, at: number): number => memory.addressOf(view, at) as number;
  const bonds = bondsOf(system, instances, memory);
  const hasTotals = variables.some(({ total }) => total !== undefined);
  const totals = hasTotals ? placeTotals(system, instances, bonds, addressOf, memory) : undefined;
  const inputs = inputsOf(variables, instances, addressOf, memory);
  const stages = stagesOf(system);
  const others = otherConnections(stages).map((connections) => {
    const rest = new ValueTransfer(connections, instances, system.step).transfers();
    return segmentsOf(rest ?? [], memory) ?? [];
  });
  const macros = packMacros(system, instances, addressOf);
  const loop = packedLoop(units, segments, others, {
    ...{ step: system.step, memory },
    isApart: (unit) => macros.some((macro) => macro.units.includes(unit)),
  });
  const targets = transfers.map(({ target, to }) => ({
    at: addressOf(target, to),
    bytes: target.BYTES_PER_ELEMENT,
  }));
  const records = units.map(({ record }) => record);
  const mostPasses = 100 + 2 * units.length + 5 * transfers.length;
  const plan = new PlacedPlan(
    {
      ...{
        step: system.step,
        points: communicationPoints(system),
        records,
        inputs,
        targets,
        mostPasses,
        bonds,
      },
      ...{ totals: totals?.terms ?? [], macros },
      steps: system.units.map(({ step = system.step }) => step),
      stages: placeStages(stages, units, addressOf),
    },
    memory,
  );
  const addresses = addressesOf(variables, instances, { bonds, totals }, addressOf);
  return {
    ...{ manifest, units, loop, plan, inputs: inputs.length, memory },
    addressOf: ({ name }) => addresses.get(name) as number,
  };
}

/** Returns the address of each variable of the pack by its name. */
function addressesOf(
  variables: readonly PackVariable[],
  instances: readonly Instance[],
  { bonds, totals }: { bonds: { at: number }; totals: PlacedTotals | undefined },
  addressOf: (view: NumericArray, at: number) => number,
): Map<string, number> {
  return new Map(
    variables.map((variable) => {
      const port = portOf(variable);
      const { name, bond = 0, quantity = 0, total } = variable;
      if (total !== undefined) return [name, totals?.addresses.get(total) as number];
      if (port === undefined) return [name, bonds.at + bond * bondRecord.size + quantity * wordBytes];
      const { view, offset } = instances[port.unit].view(port.variable);
      return [name, addressOf(view, offset)];
    }),
  );
}

/** Returns the places of the inputs of the pack that follow polynomials, by element. */
function inputsOf(
  variables: readonly PackVariable[],
  instances: readonly Instance[],
  addressOf: (view: NumericArray, at: number) => number,
  memory: SharedMemory,
): PackPlan['inputs'] {
  return polynomialPorts(variables).flatMap(({ unit, variable }) => {
    const { view, offset, length } = instances[unit].view(variable);
    const polynomial = instances[unit].polynomial(variable);
    return Array.from({ length }, (_, i) => ({
      ...{ value: addressOf(view, offset + i), unit },
      // An FMU that holds its inputs lacks a polynomial.
      polynomial:
        polynomial.offset < 0
          ? memory.takeSmall(polynomialBytes)
          : addressOf(polynomial.view, polynomial.offset + 3 * i),
    }));
  });
}

/** Places the residuals of the bonds, if the pack exposes one of them. */
function bondsOf(
  system: CheckedSystem,
  instances: readonly Instance[],
  memory: SharedMemory,
): { at: number; end: number } {
  const outputs = system.interface?.outputs ?? [];
  const needsSum = system.bonds.length > 0 && outputs.some(({ total }) => total === 'dissipated');
  if (!needsSum && outputs.every(({ bond }) => bond === undefined)) return { at: 0, end: 0 };
  if (hasUnitSteps(system.scheme))
    throw new UserError(
      `pack ${system.name}: with ${system.scheme} a pack does not show residuals of bonds. Leave them out of "interface", or use jacobi.`,
    );
  const bonds = Bonds.of(new Residuals({ system, instances } as unknown as InnerView).bonds, memory);
  if (bonds !== undefined) return bonds;
  throw new UserError(
    `pack ${system.name}: a bond whose flow changes its sign on the way cannot be exposed. Leave its residuals out of "interface".`,
  );
}

function unsupportedValues({ name }: CheckedSystem): UserError {
  return new UserError(
    `pack ${name}: expected connections of numbers without "map" and without a conversion to single precision, got others. Convert the values in a unit.`,
  );
}
