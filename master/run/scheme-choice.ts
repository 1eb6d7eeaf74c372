import type { Driving } from '../../fmu-sdk/host/host.ts';
import { rollbackOf } from '../../fmu-sdk/host/state/rollback-kind.ts';
import { nearNames } from '../../fmu-sdk/util/nearest-name.ts';
import { someNames } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { auto } from '../advise/auto-scheme.ts';
import type { CouplingScheme, CouplingTraits } from '../coupling/coupling.ts';
import { type OptionValues, optionsOf } from '../coupling/scheme-options.ts';
import { couplings } from '../coupling/scheme-registry.ts';
import { grouped, refuseGroups, type SchemeGroup } from '../coupling/schemes/scheme-groups.ts';
import type { CheckedSystem, Port, SystemUnit } from '../system/system.ts';

/** The coupling scheme that a system names, of this package or of `more`; refused where it cannot run this system. */
export function schemeOf(system: CheckedSystem, more?: readonly CouplingScheme[]): CouplingScheme {
  const { name, groups } = system;
  const outer = ableOf(system, more);
  if (groups === undefined) return outer;
  const inner = groups.map(({ units, scheme, options, sequence }): SchemeGroup => {
    const isInside = ({ unit }: Port): boolean => units.includes(unit);
    const connections = system.connections.filter(({ from, to }) => isInside(from) && isInside(to));
    const own = { scheme, options, units: units.map((k) => system.units[k]), connections, groups: undefined };
    const found = ableOf({ ...system, ...own }, more, system.units);
    return { units, scheme: found, options: optionsOf(found, options ?? {}, name), sequence };
  });
  const schemes = inner.map(({ scheme }) => scheme);
  refuseGroups(name, outer, needsOf(outer, system.options ?? {}), schemes);
  return grouped(outer, inner);
}

/** Says which schemes there are, "auto" among them, which is none of the registry; those of a like name first. */
function refuseUnknown({ what, all }: typeof couplings, scheme: string, name: string): never {
  const names = [...all, auto].map((each) => each.name);
  const near = nearNames(scheme, names);
  const hint = near.length > 0 ? ` Did you mean ${someNames(near)}?` : '';
  throw new UserError(
    `run ${name}: there is no ${what} "${scheme}".${hint} There are ${names.join(', ')}; choose one of them, or pass your own through the API.`,
  );
}

/** The scheme alone, refused where it cannot run these units. Events inside a group are the business of the group's own scheme. */
function ableOf(
  system: CheckedSystem,
  more?: readonly CouplingScheme[],
  all: readonly SystemUnit[] = system.units,
): CouplingScheme {
  const { name, scheme, units, connections, interfaceModels, lines, joints = [], options = {} } = system;
  const { groups = [] } = system;
  const known = couplings.with(more);
  if (scheme === auto.name)
    throw new UserError(
      `run ${name}: the scheme "auto" is found before a run begins. Run the system by simulate or "fmu run", or write a scheme into its file by "fmu advise --write".`,
    );
  const found = known.all.find((each) => each.name === scheme) ?? refuseUnknown(known, scheme, name);
  for (const need of needsOf(found, options)) {
    const without = units.filter((unit) => !offers(unit, need)).map((unit) => unit.name);
    if (without.length > 0)
      throw new UserError(
        `run ${name}: the coupling scheme "${scheme}" needs ${attributes[need]} of every unit; ` +
          `${without.join(', ')} ${without.length === 1 ? 'has' : 'have'} it not. Choose another scheme, or other exports of these units${need === 'rollback' ? ', or run them without --trust' : ''}.`,
      );
  }
  if ((lines ?? []).length > 0 && found.traits.adaptive === true)
    throw new UserError(
      `run ${name}: the coupling scheme "${scheme}" makes steps of its own, and what runs in the lines ${(lines ?? []).map((line) => line.name).join(', ')} is taken every H. ` +
        'Choose a scheme that steps by H, or remove "lines".',
    );
  const isOfGroup = (...ends: number[]): boolean =>
    groups.some((group) => ends.every((unit) => group.units.includes(unit)));
  const clocks = connections.filter(
    ({ from, to }) => to.variable.type === 'Clock' && !isOfGroup(from.unit, to.unit),
  );
  if (clocks.length > 0 && found.traits.events !== true) {
    const able = known.all.filter(({ traits }) => traits.events).map((each) => each.name);
    const [first] = clocks.map(({ from }) => `${all[from.unit].name}.${from.variable.name}`);
    throw new UserError(
      `run ${name}: the coupling scheme "${scheme}" hands on values at communication points and no ticks of clocks, and ${first} is a Clock. ` +
        `Choose ${able.join(' or ')}, or remove the connection.`,
    );
  }
  const own = units.filter(({ step }) => step !== undefined).map((unit) => unit.name);
  if (own.length > 0 && found.traits.unitSteps !== true) {
    const able = known.all.filter(({ traits }) => traits.unitSteps).map((each) => each.name);
    throw new UserError(
      `run ${name}: the coupling scheme "${scheme}" steps all units by H, and ${own.join(', ')} ${own.length === 1 ? 'has a "step" of its' : 'have a "step" of their'} own. ` +
        `Choose ${able.join(' or ')}, or remove "step" there.`,
    );
  }
  const ranked = units
    .filter(({ priority }, k) => priority !== undefined && !isOfGroup(k))
    .map((unit) => unit.name);
  if (ranked.length > 0 && found.traits.events !== true) {
    const able = known.all.filter(({ traits }) => traits.events).map((each) => each.name);
    throw new UserError(
      `run ${name}: the coupling scheme "${scheme}" knows no events, and ${ranked.join(', ')} ${ranked.length === 1 ? 'has a "priority"' : 'have a "priority"'} among those at one time. ` +
        `Choose ${able.join(' or ')}, or remove "priority" there.`,
    );
  }
  if (joints.length > 0 && found.traits.joints !== true)
    throw new UserError(
      `run ${name}: the coupling scheme "${scheme}" solves no joints, and the system has ${joints.map((j) => j.name).join(', ')}. ` +
        `Choose ${known.all
          .filter(({ traits }) => traits.joints)
          .map((each) => each.name)
          .join(' or ')}, or remove "joints".`,
    );
  if (interfaceModels.length === 0 || found.traits.interfaceModels) return found;
  const able = known.all.filter(({ traits }) => traits.interfaceModels).map((each) => each.name);
  throw new UserError(
    `run ${name}: the coupling scheme "${scheme}" knows no interface models, and the system has ${interfaceModels.map((m) => m.name).join(', ')}. ` +
      `Choose ${able.join(' or ')}, or remove "interfaceModels".`,
  );
}

/** Whether the scheme that a system names rolls its units back, which some have to know from the start. */
export function rollsBack(system: CheckedSystem, more?: readonly CouplingScheme[]): boolean {
  const parts = [system, ...(system.groups ?? []).map((group) => ({ ...system, ...group, units: [] }))];
  return parts.some((part) => {
    const scheme = ableOf(part, more, system.units);
    return [...needsOf(scheme, part.options ?? {}), ...(scheme.traits.uses ?? [])].includes('rollback');
  });
}

function needsOf(scheme: CouplingScheme, options: OptionValues): CouplingTraits['needs'] {
  const needs = [...scheme.traits.needs, ...(scheme.alsoNeeds?.(options) ?? [])];
  const odd = needs.find((need) => !Object.hasOwn(attributes, need));
  if (odd === undefined) return needs;
  throw new UserError(
    `run: the coupling scheme "${scheme.name}" needs "${String(odd)}". Choose among ${Object.keys(attributes).join(', ')}.`,
  );
}

/** What a scheme may need, in words. */
const attributes: Record<CouplingTraits['needs'][number], string> = {
  rollback: 'rollback (FMU state, or what can be copied)',
  directionalDerivatives: 'providesDirectionalDerivatives',
  modelExchange: 'model exchange',
};

function offers({ description, binary }: SystemUnit, need: CouplingTraits['needs'][number]): boolean {
  if (need === 'rollback') return !('refused' in rollbackOf(description, binary));
  const { kind = 'coSimulation' } = binary as Partial<Driving>;
  if (need === 'modelExchange') return kind === 'modelExchange';
  return description[kind]?.providesDirectionalDerivatives === true;
}
