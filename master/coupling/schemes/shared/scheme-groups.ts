import { type StateVisitor, visitRequired } from '../../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../../fmu-sdk/util/user-error.ts';
import { InstanceFailure } from '../../activity.ts';
import type { Coupling, CouplingContext, CouplingScheme, CouplingTraits } from '../../coupling.ts';
import { betweenOf, insideOf, type SchemeGroup } from './group-contexts.ts';

export type { SchemeGroup } from './group-contexts.ts';

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
  const adaptiveScheme = inner.find(({ traits }) => traits.adaptive === true || traits.unitSteps === true);
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

  waits(t: number): boolean {
    return this.inner.some(({ coupling }) => coupling.waits?.(t) === true);
  }

  handle(t: number): void {
    for (const { coupling } of this.inner) if (coupling.waits?.(t) === true) coupling.handle?.(t);
  }

  visitState(state: StateVisitor): void {
    visitRequired('the scheme between the groups', this.outer, state);
    for (const { words, coupling } of this.inner) visitRequired(`the group ${words}`, coupling, state);
  }
}
