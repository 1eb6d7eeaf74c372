import type { RunMode } from '../../../fmu-sdk/host/choice/host.ts';
import { rollbackOf } from '../../../fmu-sdk/host/state/rollback-kind.ts';
import { similarNames } from '../../../fmu-sdk/util/nearest-name.ts';
import { someNames } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { autoScheme } from '../../advise/auto-scheme.ts';
import type { CouplingScheme, CouplingTraits } from '../../coupling/coupling.ts';
import { type OptionValues, optionsOf } from '../../coupling/scheme-options.ts';
import { couplings } from '../../coupling/scheme-registry.ts';
import { groupSchemes, refuseGroups, type SchemeGroup } from '../../coupling/schemes/shared/scheme-groups.ts';
import type { CheckedSystem, Port, SystemUnit } from '../../system/system.ts';

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
 *
 * @param all units of the whole system, by the indexes of connections
 */
function checkedScheme(
  system: CheckedSystem,
  more?: readonly CouplingScheme[],
  all: readonly SystemUnit[] = system.units,
): CouplingScheme {
  const { name, scheme: wanted } = system;
  const known = couplings.with(more);
  if (wanted === autoScheme.name)
    throw new UserError(
      `run ${name}: the scheme "auto" must be resolved before a run. Use simulate or "fmu run", or write a scheme into the file with "fmu advise --write".`,
    );
  const scheme = known.all.find((item) => item.name === wanted) ?? refuseUnknown(known, wanted, name);
  refuseUnitsWithoutNeeds(system, scheme);
  refuseLines(system, scheme);
  for (const { trait, names, lacks, remove } of demandsOf(system, all)) {
    if (names.length === 0 || scheme.traits[trait] === true) continue;
    const able = known.all.filter(({ traits }) => traits[trait]).map((item) => item.name);
    throw new UserError(
      `run ${name}: the coupling scheme "${wanted}" ${lacks}. Choose ${able.join(' or ')}, or remove ${remove}.`,
    );
  }
  return scheme;
}

function refuseUnitsWithoutNeeds({ name, units, options = {} }: CheckedSystem, scheme: CouplingScheme): void {
  for (const need of needsOf(scheme, options)) {
    const without = units.filter((unit) => !offers(unit, need)).map((unit) => unit.name);
    if (without.length > 0)
      throw new UserError(
        `run ${name}: the coupling scheme "${scheme.name}" needs ${attributes[need]} of every unit, but ` +
          `${without.join(', ')} ${without.length === 1 ? 'does' : 'do'} not support it. Choose another scheme, or other exports of these FMUs${need === 'rollback' ? ', or do not trust them' : ''}.`,
      );
  }
}

function refuseLines({ name, lines = [] }: CheckedSystem, scheme: CouplingScheme): void {
  const { adaptive, unitSteps } = scheme.traits;
  if (lines.length > 0 && (adaptive === true || unitSteps === true))
    throw new UserError(
      `run ${name}: the coupling scheme "${scheme.name}" varies its steps, but the lines ${lines.map((line) => line.name).join(', ')} need the constant step H. ` +
        'Choose a scheme with the constant step H, or remove "lines".',
    );
}

/** Part of a system that only schemes with a trait support. */
interface Demand {
  readonly trait: 'events' | 'unitSteps' | 'joints' | 'interfaceModels';
  /** Names of the parts. */
  readonly names: readonly string[];
  /** Words for a scheme without the trait, and for the part of the system to remove. */
  readonly lacks: string;
  readonly remove: string;
}

function demandsOf(system: CheckedSystem, all: readonly SystemUnit[]): Demand[] {
  const { units, connections, interfaceModels, joints = [], groups = [] } = system;
  const isOfGroup = (...ends: number[]): boolean =>
    groups.some((group) => ends.every((unit) => group.units.includes(unit)));
  const clocks = connections
    .filter(({ from, to }) => to.variable.type === 'Clock' && !isOfGroup(from.unit, to.unit))
    .map(({ from }) => `${all[from.unit].name}.${from.variable.name}`);
  const stepped = units.filter(({ step }) => step !== undefined).map((unit) => unit.name);
  const ranked = units
    .filter(({ priority }, k) => priority !== undefined && !isOfGroup(k))
    .map((unit) => unit.name);
  const jointNames = joints.map((joint) => joint.name);
  const models = interfaceModels.map((model) => model.name);
  return [
    {
      trait: 'events',
      names: clocks,
      lacks: `does not support ticks of Clocks, but ${clocks[0]} is a Clock`,
      remove: 'the connection',
    },
    {
      trait: 'unitSteps',
      names: stepped,
      lacks: `steps all units by H, but ${stepped.join(', ')} ${stepped.length === 1 ? 'has its' : 'have their'} own "step"`,
      remove: '"step" there',
    },
    {
      trait: 'events',
      names: ranked,
      lacks: `does not support events, but ${ranked.join(', ')} ${ranked.length === 1 ? 'has' : 'have'} a "priority" for events`,
      remove: '"priority" there',
    },
    {
      trait: 'joints',
      names: jointNames,
      lacks: `does not support joints, but the system has ${jointNames.join(', ')}`,
      remove: '"joints"',
    },
    {
      trait: 'interfaceModels',
      names: models,
      lacks: `does not support interface models, but the system has ${models.join(', ')}`,
      remove: '"interfaceModels"',
    },
  ];
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
