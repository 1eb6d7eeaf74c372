import { UserError } from '../../fmu-sdk/error.ts';
import type { Driving } from '../../fmu-sdk/host/host.ts';
import { rollbackOf } from '../../fmu-sdk/host/rollback.ts';
import { auto } from '../advise/auto-scheme.ts';
import type { CouplingScheme, CouplingTraits } from '../coupling/coupling.ts';
import { couplings } from '../coupling/registry.ts';
import type { CheckedSystem, SystemUnit } from '../system/system.ts';

/** The coupling scheme that a system names, of this package or of `more`; refused where it cannot run this system. */
export function schemeOf(
  { name, scheme, units, interfaceModels }: CheckedSystem,
  more?: readonly CouplingScheme[],
): CouplingScheme {
  const known = couplings.with(more);
  if (scheme === auto.name)
    throw new UserError(
      `run ${name}: the scheme "auto" is found before a run begins. Run the system by simulate or "fmu run", or write a scheme into its file by "fmu advise --write".`,
    );
  const found = known.named(scheme, `run ${name}`);
  for (const need of found.traits.needs) {
    const without = units.filter((unit) => !offers(unit, need)).map((unit) => unit.name);
    if (without.length > 0)
      throw new UserError(
        `run ${name}: the coupling scheme "${scheme}" needs ${attributes[need]} of every unit; ` +
          `${without.join(', ')} ${without.length === 1 ? 'has' : 'have'} it not. Choose another scheme, or other exports of these units${need === 'rollback' ? ', or run them without --trust' : ''}.`,
      );
  }
  if (interfaceModels.length === 0 || found.traits.interfaceModels) return found;
  const able = known.all.filter(({ traits }) => traits.interfaceModels).map((each) => each.name);
  throw new UserError(
    `run ${name}: the coupling scheme "${scheme}" knows no interface models, and the system has ${interfaceModels.map((m) => m.name).join(', ')}. ` +
      `Choose ${able.join(' or ')}, or remove "interfaceModels".`,
  );
}

/** Whether the scheme that a system names rolls its units back, which some have to know from the start. */
export function rollsBack(system: CheckedSystem, more?: readonly CouplingScheme[]): boolean {
  return schemeOf(system, more).traits.needs.includes('rollback');
}

/** What a scheme may need, in words. */
const attributes: Record<CouplingTraits['needs'][number], string> = {
  rollback: 'rollback (FMU state, or what can be copied)',
  directionalDerivatives: 'providesDirectionalDerivatives',
};

function offers({ description, binary }: SystemUnit, need: CouplingTraits['needs'][number]): boolean {
  if (need === 'rollback') return !('refused' in rollbackOf(description, binary));
  const { kind = 'coSimulation' } = binary as Partial<Driving>;
  return description[kind]?.providesDirectionalDerivatives === true;
}
