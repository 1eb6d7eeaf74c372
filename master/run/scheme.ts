import { UserError } from '../../fmu-sdk/error.ts';
import type { Driving } from '../../fmu-sdk/host/host.ts';
import type { CouplingScheme, CouplingTraits } from '../coupling/coupling.ts';
import { couplings } from '../coupling/registry.ts';
import type { CheckedSystem, SystemUnit } from '../system/system.ts';

/** The coupling scheme that a system names, of this package or of `more`; refused where it cannot run this system. */
export function schemeOf(
  { name, scheme, units, interfaceModels }: CheckedSystem,
  more?: readonly CouplingScheme[],
): CouplingScheme {
  const known = couplings.with(more);
  const found = known.named(scheme, `run ${name}`);
  for (const need of found.traits.needs) {
    const without = units.filter((unit) => !offers(unit, need)).map((unit) => unit.name);
    if (without.length > 0)
      throw new UserError(
        `run ${name}: the coupling scheme "${scheme}" needs ${attributes[need]} of every unit; ` +
          `${without.join(', ')} ${without.length === 1 ? 'has' : 'have'} it not. Choose another scheme, or other exports of these units.`,
      );
  }
  if (interfaceModels.length === 0 || found.traits.interfaceModels) return found;
  const able = known.all.filter(({ traits }) => traits.interfaceModels).map((each) => each.name);
  throw new UserError(
    `run ${name}: the coupling scheme "${scheme}" knows no interface models, and the system has ${interfaceModels.map((m) => m.name).join(', ')}. ` +
      `Choose ${able.join(' or ')}, or remove "interfaceModels".`,
  );
}

/** What a scheme may need, as the standard names it. */
const attributes: Record<
  CouplingTraits['needs'][number],
  'canGetAndSetFMUState' | 'providesDirectionalDerivatives'
> = { rollback: 'canGetAndSetFMUState', directionalDerivatives: 'providesDirectionalDerivatives' };

function offers({ description, binary }: SystemUnit, need: CouplingTraits['needs'][number]): boolean {
  const { kind = 'coSimulation' } = binary as Partial<Driving>;
  return description[kind]?.[attributes[need]] === true;
}
