import type { Variable } from '../../../../fmu-sdk/description/description.ts';
import type { Instance } from '../../../../fmu-sdk/host/instance/instance.ts';
import type { Bond, CheckedSystem, Connection, Port } from '../../../system/system.ts';
import type { CouplingContext, CouplingScheme, PowerBond } from '../../coupling.ts';
import { instanceProxy } from '../../instance-proxy.ts';
import type { OptionValues } from '../../scheme-options.ts';

/** Units that advance together by their own scheme. To the other units they are a single unit. */
export interface SchemeGroup {
  /** Indexes in the system. */
  readonly units: readonly number[];
  readonly scheme: CouplingScheme;
  readonly options: OptionValues;
  readonly sequence?: string[];
}

/** Returns the system of a group alone. */
export function insideOf(
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
    inputs: system.inputs
      .filter(({ port }) => place(port.unit) >= 0)
      .map((series) => ({ ...series, port: { ...series.port, unit: place(series.port.unit) } })),
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

/** Steps a group from t by H. */
type StepGroup = (t: number, H: number) => void;

/**
 * Returns the system in which the first unit of each group stands for it, and its other units are
 * inactive.
 */
export function betweenOf(
  context: CouplingContext,
  groups: readonly SchemeGroup[],
  steps: readonly StepGroup[],
): CouplingContext {
  const { system } = context;
  const heads = new GroupHeads(context, groups);
  const { connections, originals } = heads.connectionsBetween();
  const { system: bonded, bonds } = bondsOf(context, originals);
  const units = heads.instances(steps);
  const advance = (unit: number, t: number, H: number): void => {
    if (heads.groupOf(unit) < 0) context.advance(unit, t, H);
    else units[unit].step(t, H);
  };
  return {
    ...context,
    system: {
      ...system,
      units: system.units.map((unit, k) => ({ ...unit, name: heads.nameOf(k) })),
      connections,
      ...bonded,
      sequence: system.sequence?.map((name) => {
        const unit = system.units.findIndex((candidate) => candidate.name === name);
        return unit < 0 ? name : heads.nameOf(unit);
      }),
    },
    instances: units,
    bonds,
    exchange: (list) => context.exchange(list.map((c) => originals.get(c) as Connection)),
    together: (list) => {
      const alone = list.filter((unit) => heads.groupOf(unit) < 0);
      const apart = context.together(alone);
      const grouped = list.filter((unit) => !alone.includes(unit));
      return (t, H) => {
        apart(t, H);
        for (let k = 0; k < grouped.length; k++) advance(grouped[k], t, H);
      };
    },
    advance,
  };
}

/** Variable of a unit in a group. */
interface MemberVariable {
  readonly instance: Instance;
  readonly variable: Variable;
}

/** First units of groups, which stand for their groups. */
class GroupHeads {
  /** Group of each unit, or −1. */
  private readonly group: readonly number[];
  /** Variables of each group that are connected outside, by the variable of the first unit. */
  private readonly members: readonly Map<Variable, MemberVariable>[];

  constructor(
    private readonly context: CouplingContext,
    private readonly groups: readonly SchemeGroup[],
  ) {
    this.group = context.instances.map((_, unit) => groups.findIndex(({ units }) => units.includes(unit)));
    this.members = groups.map(() => new Map());
  }

  /** Returns the index of the group of a unit, or −1. */
  groupOf(unit: number): number {
    return this.group[unit];
  }

  /** Returns the name of a unit. The first unit of a group has the names of all its units. */
  nameOf(unit: number): string {
    const { units } = this.context.system;
    const group = this.groups[this.group[unit]];
    return group === undefined || group.units[0] !== unit
      ? units[unit].name
      : group.units.map((k) => units[k].name).join('+');
  }

  /** Returns the connections between groups, and their originals in the whole system. */
  connectionsBetween(): { connections: Connection[]; originals: Map<Connection, Connection> } {
    const originals = new Map<Connection, Connection>();
    const connections = this.context.system.connections
      .filter(({ from, to }) => this.group[from.unit] < 0 || this.group[from.unit] !== this.group[to.unit])
      .map((c) => {
        const between = { ...c, from: this.portOf(c.from), to: this.portOf(c.to) };
        originals.set(between, c);
        return between;
      });
    return { connections, originals };
  }

  /** Returns a port of a unit as a port of the first unit of its group. */
  private portOf({ unit, variable }: Port): Port {
    const group = this.group[unit];
    if (group < 0) return { unit, variable };
    // Units of one FMU may share variables.
    const groupVariable = { ...variable };
    this.members[group].set(groupVariable, { instance: this.context.instances[unit], variable });
    return { unit: this.groups[group].units[0], variable: groupVariable };
  }

  /** Returns the instances. Those in a group step the whole group or are inactive. */
  instances(steps: readonly StepGroup[]): Instance[] {
    return this.context.instances.map((instance, unit) => {
      const group = this.group[unit];
      if (group < 0) return instance;
      return unit === this.groups[group].units[0]
        ? groupInstance(instance, this.members[group], steps[group])
        : instanceProxy(instance, { step: () => 0 });
    });
  }
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
  members: ReadonlyMap<Variable, MemberVariable>,
  step: StepGroup,
): Instance {
  const of = (variable: Variable): MemberVariable => members.get(variable) ?? { instance: head, variable };
  return instanceProxy(head, {
    view: (variable) => of(variable).instance.view(of(variable).variable),
    polynomial: (variable) => of(variable).instance.polynomial(of(variable).variable),
    step: (t, H) => {
      step(t, H);
      return 0;
    },
  });
}
