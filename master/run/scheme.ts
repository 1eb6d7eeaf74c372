import { UserError } from '../../fmu-sdk/error.ts';
import type { CouplingScheme } from '../coupling/coupling.ts';
import { couplings } from '../coupling/registry.ts';
import type { CheckedSystem } from '../system/system.ts';

/** The coupling scheme that a system names, of this package or of `more`; refused where it cannot run this system. */
export function schemeOf(
  { name, scheme, interfaceModels }: CheckedSystem,
  more?: readonly CouplingScheme[],
): CouplingScheme {
  const known = couplings.with(more);
  const found = known.named(scheme, `run ${name}`);
  if (interfaceModels.length === 0 || found.traits.interfaceModels) return found;
  const able = known.all.filter(({ traits }) => traits.interfaceModels).map((each) => each.name);
  throw new UserError(
    `run ${name}: the coupling scheme "${scheme}" knows no interface models, and the system has ${interfaceModels.map((m) => m.name).join(', ')}. ` +
      `Choose ${able.join(' or ')}, or remove "interfaceModels".`,
  );
}
