import type { RunMode } from '../../fmu-sdk/host/host.ts';
import { rollbackOf } from '../../fmu-sdk/host/state/rollback-kind.ts';
import { similarNames } from '../../fmu-sdk/util/nearest-name.ts';
import { someNames } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { autoScheme } from '../advise/auto-scheme.ts';
import type { CouplingScheme, CouplingTraits } from '../coupling/coupling.ts';
import { type OptionValues, optionsOf } from '../coupling/scheme-options.ts';
import { couplings } from '../coupling/scheme-registry.ts';
import { groupSchemes, refuseGroups, type SchemeGroup } from '../coupling/schemes/scheme-groups.ts';
import type { CheckedSystem, Port, SystemUnit } from '../system/system.ts';

/**
 * Returns the coupling scheme that a system names, built-in or from `more`. Throws an error if it
 * cannot run this system.
 */
export function schemeOf(system: CheckedSystem, more?: readonly CouplingScheme[]): CouplingScheme {
  const { name, groups } = system;
  const outer = checkedScheme(system, more);
  if (groups === undefined) return outer;
  const inner = groups.map(({ units, scheme, options, sequence }): SchemeGroup => {
    const isInside = ({ unit }: Port): boolean => units.includes(unit);
    const connections = system.connections.filter(({ from, to }) => isInside(from) && isInside(to));
    const groupSettings = {
      scheme,
      options,
      units: units.map((k) => system.units[k]),
      connections,
      groups: undefined,
    };
    const groupScheme = checkedScheme({ ...system, ...groupSettings }, more, system.units);
    return { units, scheme: groupScheme, options: optionsOf(groupScheme, options ?? {}, name), sequence };
  });
  const schemes = inner.map(({ scheme }) => scheme);
  refuseGroups(name, outer, needsOf(outer, system.options ?? {}), schemes);
  return groupSchemes(outer, inner);
}

/**
 * Refuses an unknown scheme and lists the known ones, including "auto", which is not in the
 * registry. Similar names come first.
 */
function refuseUnknown({ what, all }: typeof couplings, scheme: string, name: string): never {
  const names = [...all, autoScheme].map((item) => item.name);
  const near = similarNames(scheme, names);
  const hint = near.length > 0 ? ` Did you mean ${someNames(near)}?` : '';
  throw new UserError(
    `run ${name}: unknown ${what} "${scheme}".${hint} Known: ${names.join(', ')}. Choose one of them, or pass a custom one through the API.`,
  );
}

/**
 * Returns the scheme, after checking that it can run these units. The scheme of a group handles
 * events inside the group.
 */
function checkedScheme(
  system: CheckedSystem,
  more?: readonly CouplingScheme[],
  all: readonly SystemUnit[] = system.units,
): CouplingScheme {
  const { name, scheme, units, connections, interfaceModels, lines, joints = [], options = {} } = system;
  const { groups = [] } = system;
  const known = couplings.with(more);
  if (scheme === autoScheme.name)
    throw new UserError(
      `run ${name}: the scheme "auto" must be resolved before a run. Use simulate or "fmu run", or write a scheme into the file with "fmu advise --write".`,
    );
  const chosenScheme =
    known.all.find((couplingScheme) => couplingScheme.name === scheme) ?? refuseUnknown(known, scheme, name);
  for (const need of needsOf(chosenScheme, options)) {
    const without = units.filter((unit) => !offers(unit, need)).map((unit) => unit.name);
    if (without.length > 0)
      throw new UserError(
        `run ${name}: the coupling scheme "${scheme}" needs ${attributes[need]} of every unit, but ` +
          `${without.join(', ')} ${without.length === 1 ? 'does' : 'do'} not support it. Choose another scheme, or other exports of these FMUs${need === 'rollback' ? ', or run them without --trust' : ''}.`,
      );
  }
  if ((lines ?? []).length > 0 && chosenScheme.traits.adaptive === true)
    throw new UserError(
      `run ${name}: the coupling scheme "${scheme}" varies its steps, but the lines ${(lines ?? []).map((line) => line.name).join(', ')} need the constant step H. ` +
        'Choose a scheme with the constant step H, or remove "lines".',
    );
  const isOfGroup = (...ends: number[]): boolean =>
    groups.some((group) => ends.every((unit) => group.units.includes(unit)));
  const clocks = connections.filter(
    ({ from, to }) => to.variable.type === 'Clock' && !isOfGroup(from.unit, to.unit),
  );
  if (clocks.length > 0 && chosenScheme.traits.events !== true) {
    const able = known.all.filter(({ traits }) => traits.events).map((couplingScheme) => couplingScheme.name);
    const [first] = clocks.map(({ from }) => `${all[from.unit].name}.${from.variable.name}`);
    throw new UserError(
      `run ${name}: the coupling scheme "${scheme}" does not support ticks of Clocks, but ${first} is a Clock. ` +
        `Choose ${able.join(' or ')}, or remove the connection.`,
    );
  }
  const unitsWithStep = units.filter(({ step }) => step !== undefined).map((unit) => unit.name);
  if (unitsWithStep.length > 0 && chosenScheme.traits.unitSteps !== true) {
    const able = known.all
      .filter(({ traits }) => traits.unitSteps)
      .map((couplingScheme) => couplingScheme.name);
    throw new UserError(
      `run ${name}: the coupling scheme "${scheme}" steps all units by H, but ${unitsWithStep.join(', ')} ${unitsWithStep.length === 1 ? 'has its' : 'have their'} own "step". ` +
        `Choose ${able.join(' or ')}, or remove "step" there.`,
    );
  }
  const ranked = units
    .filter(({ priority }, k) => priority !== undefined && !isOfGroup(k))
    .map((unit) => unit.name);
  if (ranked.length > 0 && chosenScheme.traits.events !== true) {
    const able = known.all.filter(({ traits }) => traits.events).map((couplingScheme) => couplingScheme.name);
    throw new UserError(
      `run ${name}: the coupling scheme "${scheme}" does not support events, but ${ranked.join(', ')} ${ranked.length === 1 ? 'has a "priority"' : 'have a "priority"'} for events. ` +
        `Choose ${able.join(' or ')}, or remove "priority" there.`,
    );
  }
  if (joints.length > 0 && chosenScheme.traits.joints !== true)
    throw new UserError(
      `run ${name}: the coupling scheme "${scheme}" does not support joints, but the system has ${joints.map((j) => j.name).join(', ')}. ` +
        `Choose ${known.all
          .filter(({ traits }) => traits.joints)
          .map((couplingScheme) => couplingScheme.name)
          .join(' or ')}, or remove "joints".`,
    );
  if (interfaceModels.length === 0 || chosenScheme.traits.interfaceModels) return chosenScheme;
  const able = known.all
    .filter(({ traits }) => traits.interfaceModels)
    .map((couplingScheme) => couplingScheme.name);
  throw new UserError(
    `run ${name}: the coupling scheme "${scheme}" does not support interface models, but the system has ${interfaceModels.map((m) => m.name).join(', ')}. ` +
      `Choose ${able.join(' or ')}, or remove "interfaceModels".`,
  );
}

/**
 * Reports whether the scheme of a system uses rollback, which some units need to know from the
 * start.
 */
export function rollsBack(system: CheckedSystem, more?: readonly CouplingScheme[]): boolean {
  const parts = [system, ...(system.groups ?? []).map((group) => ({ ...system, ...group, units: [] }))];
  return parts.some((part) => {
    const scheme = checkedScheme(part, more, system.units);
    return [...needsOf(scheme, part.options ?? {}), ...(scheme.traits.uses ?? [])].includes('rollback');
  });
}

function needsOf(scheme: CouplingScheme, options: OptionValues): CouplingTraits['needs'] {
  const needs = [...scheme.traits.needs, ...(scheme.alsoNeeds?.(options) ?? [])];
  const odd = needs.find((need) => !Object.hasOwn(attributes, need));
  if (odd === undefined) return needs;
  throw new UserError(
    `run: unknown need "${String(odd)}" of the coupling scheme "${scheme.name}". Choose among ${Object.keys(attributes).join(', ')}.`,
  );
}

/** Names of the needs of a scheme for messages. */
const attributes: Record<CouplingTraits['needs'][number], string> = {
  rollback: 'rollback (FMU state or a memory copy)',
  directionalDerivatives: 'providesDirectionalDerivatives',
  modelExchange: 'model exchange',
};

function offers({ description, binary }: SystemUnit, need: CouplingTraits['needs'][number]): boolean {
  if (need === 'rollback') return !('refused' in rollbackOf(description, binary));
  const { kind = 'coSimulation' } = binary as Partial<RunMode>;
  if (need === 'modelExchange') return kind === 'modelExchange';
  return description[kind]?.providesDirectionalDerivatives === true;
}
