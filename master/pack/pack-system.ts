import { type InnerUnit, placeUnits } from '../../fmu-sdk/build/pack/inner-units.ts';
import { packModule } from '../../fmu-sdk/build/pack/pack-module.ts';
import { PlacedPlan } from '../../fmu-sdk/build/pack/pack-plan.ts';
import { artifactsOf, type BuildArtifacts } from '../../fmu-sdk/build/make-unit.ts';
import { SharedMemory } from '../../fmu-sdk/host/fast-path/shared-memory.ts';
import type { CoreBinary } from '../../fmu-sdk/host/wasm/core-host.ts';
import type { Platform } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import { Bonds } from '../coupling/fast-path/loop-bonds.ts';
import { bondRecord } from '../coupling/fast-path/residual-code.ts';
import { Residuals } from '../energy/residual-observer.ts';
import type { InnerView } from '../observe/observer.ts';
import { segmentsOf } from '../coupling/fast-path/loop-transfers.ts';
import { ValueTransfer } from '../coupling/transfer/value-transfer.ts';
import { writeGivenValues } from '../run/instances/apply-start-values.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type PackVariable, packVariables, polynomialPorts, portOf } from './pack-interface.ts';
import { packManifest } from './pack-manifest.ts';
import { packedLoop } from './packed-loop.ts';
import { verifyPack } from './verify-pack.ts';
import { refuseUnpackable } from './refuse-unpackable.ts';

const wordBytes = 8;

/** What to write beside the FMU of FMI 3.0. */
export interface PackOptions {
  fmi?: readonly (2 | 3)[];
  native?: readonly Platform[];
}

/**
 * Packs a checked system of sealed FMUs into one sealed FMU. The outputs have the bits of a run of
 * the system.
 *
 * @param name of the FMU, in the form of a unit's name
 */
export async function packSystem(
  system: CheckedSystem,
  name: string,
  { fmi = [3], native = [] }: PackOptions = {},
): Promise<BuildArtifacts> {
  refuseUnpackable(system);
  const memory = new SharedMemory();
  const units = placeUnits(
    system.units.map((unit) => ({ ...unit, core: (unit.binary as CoreBinary).core })),
    memory,
  );
  const instances = units.map(({ instance }) => instance);
  writeGivenValues(system, instances);
  const variables = packVariables(system);
  const manifest = packManifest(name, system, variables, instances);
  const transfers = new ValueTransfer(system.connections, instances, system.step).transfers();
  const segments = transfers && segmentsOf(transfers, memory);
  if (transfers === undefined || segments === undefined) throw unsupportedValues(system);
  const bonds = bondsOf(system, instances, memory);
  const addressOf = (view: NumericArray, at: number): number => memory.addressOf(view, at) as number;
  const placeOf = (variable: PackVariable): number => {
    const port = portOf(variable);
    const { bond = 0, quantity = 0 } = variable;
    if (port === undefined) return bonds.at + bond * bondRecord.size + quantity * wordBytes;
    const { view, offset } = instances[port.unit].view(port.variable);
    return addressOf(view, offset);
  };
  const addresses = new Map(variables.map((variable) => [variable.name, placeOf(variable)]));
  const inputs = polynomialPorts(variables).flatMap(({ unit, variable }) => {
    const { view, offset, length } = instances[unit].view(variable);
    const polynomial = instances[unit].polynomial(variable);
    return Array.from({ length }, (_, i) => ({
      value: addressOf(view, offset + i),
      polynomial: addressOf(polynomial.view, polynomial.offset + 3 * i),
    }));
  });
  const loop = packedLoop(units, segments, system.step, memory);
  const plan = new PlacedPlan(
    {
      step: system.step,
      records: units.map(({ record }) => record),
      inputs,
      targets: transfers.map(({ target, to }) => ({ at: addressOf(target, to), bytes: target.BYTES_PER_ELEMENT })),
      mostPasses: 100 + 2 * units.length + 5 * transfers.length,
      bonds,
    },
    memory,
  );
  const core = await packModule({
    ...{ manifest, units: units as readonly InnerUnit[], loop, plan, inputs: inputs.length, memory },
    addressOf: (variable) => addresses.get(variable.name) as number,
  });
  verifyPack(system, core, manifest, variables);
  return artifactsOf(manifest, core, {
    fmi: [...fmi].sort((a, b) => b - a),
    native,
    interfaces: ['cs'],
    stepSeconds: 10,
    smokeTest: true,
  });
}

/** Places the residuals of the bonds, if the pack exposes one of them. */
function bondsOf(
  system: CheckedSystem,
  instances: readonly Instance[],
  memory: SharedMemory,
): { at: number; end: number } {
  const outputs = system.interface?.outputs ?? [];
  if (outputs.every(({ bond }) => bond === undefined)) return { at: 0, end: 0 };
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
