import type { Variable } from '../../../fmu-sdk/description/description.ts';
import type { Instance } from '../../../fmu-sdk/host/instance.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Bond, CheckedSystem, Connection, Port } from '../../system/system.ts';
import { InstanceFailure } from '../activity.ts';
import type { Coupling, CouplingContext, CouplingScheme, CouplingTraits, PowerBond } from '../coupling.ts';
import { instanceProxy } from '../instance-proxy.ts';
import type { OptionValues } from '../scheme-options.ts';

/** Units that advance together by their own scheme. To the other units they are a single unit. */
export interface SchemeGroup {
  /** Indexes in the system. */
  readonly units: readonly number[];
  readonly scheme: CouplingScheme;
  readonly options: OptionValues;
  readonly sequence?: string[];
}

/**
 * Combines a scheme between groups with another scheme inside each group. A step of the outer
 * scheme transfers values between groups. A group's step is a step of its own scheme over the same
 * H, with fixed inputs from outside. The outer scheme must step each unit once by H. The inner
 * scheme must not take substeps.
 */
export function groupSchemes(outer: CouplingScheme, groups: readonly SchemeGroup[]): CouplingScheme {
  return { ...outer, couple: (context) => new Grouped(context, outer, groups) };
}

/** Refuses schemes that cannot be used between groups or inside a group. */
export function refuseGroups(
  name: string,
  outer: CouplingScheme,
  needs: CouplingTraits['needs'],
  inner: readonly CouplingScheme[],
): void {
  const { adaptive, unitSteps } = outer.traits;
  if (adaptive === true || unitSteps === true || needs.length > 0)
    throw new UserError(
      `run ${name}: the coupling scheme "${outer.name}" cannot be used between groups, because it would have to ${needs.length > 0 ? 'roll their units back' : 'step their units by other steps than H'}. ` +
        'Choose jacobi, gauss-seidel, nepce or energy-correction there, without solving loops.',
    );
  const adaptiveScheme = inner.find(({ traits }) => traits.adaptive === true);
  if (adaptiveScheme !== undefined)
    throw new UserError(
      `run ${name}: the coupling scheme "${adaptiveScheme.name}" cannot be used in a group, because it takes substeps. Choose one with the constant step H.`,
    );
}

class Grouped implements Coupling {
  private readonly outer: Coupling;
  private readonly inner: { words: string; coupling: Coupling }[];
  /** Current step. */
  private readonly n = new Float64Array(1);

  constructor(context: CouplingContext, outer: CouplingScheme, groups: readonly SchemeGroup[]) {
    const { system } = context;
    this.inner = groups.map((group) => ({
      words: `${group.units.map((k) => system.units[k].name).join(', ')} (${group.scheme.name})`,
      coupling: group.scheme.couple(insideOf(context, group)),
    }));
    const steps = this.inner.map(
      ({ coupling }) =>
        (t: number, H: number) =>
          coupling.step(this.n[0], t, H),
    );
    this.outer = outer.couple(betweenOf(context, groups, steps));
  }

  get notes(): readonly string[] {
    const inside = this.inner.flatMap(({ words, coupling }) =>
      (coupling.notes ?? []).map((note) => `Group ${words}: ${note}`),
    );
    return [...(this.outer.notes ?? []), ...inside];
  }

  settle(): boolean {
    let changed = this.outer.settle();
    for (const { coupling } of this.inner) changed = coupling.settle() || changed;
    return changed;
  }

  initialized(t: number): void {
    this.outer.initialized?.(t);
    for (const { coupling } of this.inner) coupling.initialized?.(t);
  }

  step(n: number, t: number, H: number): void {
    this.n[0] = n;
    try {
      this.outer.step(n, t, H);
    } catch (thrown) {
      // A failure inside the group already names its unit.
      throw thrown instanceof InstanceFailure && thrown.thrown instanceof InstanceFailure
        ? thrown.thrown
        : thrown;
    }
  }
}

/** Returns the system of a group alone. */
function insideOf(
  context: CouplingContext,
  { units, options, scheme, sequence }: SchemeGroup,
): CouplingContext {
  const { system, instances } = context;
  const place = (unit: number): number => units.indexOf(unit);
  const originals = new Map<Connection, Connection>();
  const connections = system.connections
    .filter(({ from, to }) => place(from.unit) >= 0 && place(to.unit) >= 0)
    .map((c) => {
      const inside = {
        ...c,
        from: { ...c.from, unit: place(c.from.unit) },
        to: { ...c.to, unit: place(c.to.unit) },
      };
      originals.set(inside, c);
      return inside;
    });
  const inside: CheckedSystem = {
    ...system,
    units: units.map((k) => system.units[k]),
    connections,
    ...bondsOf(context, originals).system,
    scheme: scheme.name,
    sequence,
    interfaceModels: [],
    groups: undefined,
  };
  return {
    ...context,
    system: inside,
    instances: units.map((k) => instances[k]),
    options,
    bonds: bondsOf(context, originals).bonds,
    exchange: (list) => context.exchange(list.map((c) => originals.get(c) as Connection)),
    together: (list) => context.together(list.map((unit) => units[unit])),
    advance: (unit, t, H) => context.advance(units[unit], t, H),
    inRun: (unit) => units[unit],
    // At an event of a group, other units are at another time.
    event: undefined,
  };
}

/**
 * Returns the system in which the first unit of each group stands for it, and its other units are
 * inactive.
 */
function betweenOf(
  context: CouplingContext,
  groups: readonly SchemeGroup[],
  steps: readonly ((t: number, H: number) => void)[],
): CouplingContext {
  const { system, instances } = context;
  const groupOf = (unit: number): number => groups.findIndex(({ units }) => units.includes(unit));
  const headOf = (unit: number): number => groups[groupOf(unit)]?.units[0] ?? unit;
  const members = groups.map(() => new Map<Variable, { instance: Instance; variable: Variable }>());
  const port = ({ unit, variable }: Port): Port => {
    const group = groupOf(unit);
    if (group < 0) return { unit, variable };
    // Units of one FMU may share variables.
    const groupVariable = { ...variable };
    members[group].set(groupVariable, { instance: instances[unit], variable });
    return { unit: headOf(unit), variable: groupVariable };
  };
  const originals = new Map<Connection, Connection>();
  const connections = system.connections
    .filter(({ from, to }) => groupOf(from.unit) < 0 || groupOf(from.unit) !== groupOf(to.unit))
    .map((c) => {
      const between = { ...c, from: port(c.from), to: port(c.to) };
      originals.set(between, c);
      return between;
    });
  const label = (k: number): string => {
    const group = groups[groupOf(k)];
    return group === undefined || group.units[0] !== k
      ? system.units[k].name
      : group.units.map((unit) => system.units[unit].name).join('+');
  };
  const { system: bonded, bonds } = bondsOf(context, originals);
  const units = instances.map((instance, k): Instance => {
    const group = groupOf(k);
    if (group < 0) return instance;
    return k === headOf(k)
      ? groupInstance(instance, members[group], steps[group])
      : instanceProxy(instance, { step: () => 0 });
  });
  const advance = (unit: number, t: number, H: number): void => {
    if (groupOf(unit) < 0) context.advance(unit, t, H);
    else units[unit].step(t, H);
  };
  return {
    ...context,
    system: {
      ...system,
      units: system.units.map((unit, k) => ({ ...unit, name: label(k) })),
      connections,
      ...bonded,
      sequence: system.sequence?.map((name) => {
        const unit = system.units.findIndex((candidate) => candidate.name === name);
        return unit < 0 ? name : label(unit);
      }),
    },
    instances: units,
    bonds,
    exchange: (list) => context.exchange(list.map((c) => originals.get(c) as Connection)),
    together: (list) => {
      const alone = list.filter((unit) => groupOf(unit) < 0);
      const apart = context.together(alone);
      const heads = list.filter((unit) => !alone.includes(unit));
      return (t, H) => {
        apart(t, H);
        for (let k = 0; k < heads.length; k++) advance(heads[k], t, H);
      };
    },
    advance,
  };
}

/** Returns the bonds whose connections are all among the given ones, with replaced connections. */
function bondsOf(
  { system, bonds }: CouplingContext,
  originals: ReadonlyMap<Connection, Connection>,
): { system: { bonds: Bond[] }; bonds: PowerBond[] } {
  const replacements = new Map([...originals].map(([mine, theirs]) => [theirs, mine]));
  const groupBonds = system.bonds.flatMap((bond, k) => {
    const terms = bond.terms.flatMap(({ effort, flow, weight }) => {
      const [e, f] = [replacements.get(effort), replacements.get(flow)];
      return e === undefined || f === undefined ? [] : [{ effort: e, flow: f, weight }];
    });
    return terms.length === bond.terms.length ? [{ bond: { ...bond, terms }, power: bonds[k] }] : [];
  });
  return {
    system: { bonds: groupBonds.map(({ bond }) => bond) },
    bonds: groupBonds.map(({ power }) => power),
  };
}

/** Returns an instance that stands for a group. Its step is the group’s step. */
function groupInstance(
  head: Instance,
  members: ReadonlyMap<Variable, { instance: Instance; variable: Variable }>,
  step: (t: number, H: number) => void,
): Instance {
  const of = (variable: Variable): { instance: Instance; variable: Variable } =>
    members.get(variable) ?? { instance: head, variable };
  return instanceProxy(head, {
    view: (variable) => of(variable).instance.view(of(variable).variable),
    polynomial: (variable) => of(variable).instance.polynomial(of(variable).variable),
    step: (t, H) => {
      step(t, H);
      return 0;
    },
  });
}
