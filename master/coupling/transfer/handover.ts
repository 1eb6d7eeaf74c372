import type { Connection } from '../../system/system.ts';
import type { CouplingContext } from '../coupling.ts';
import { PointLoop } from '../schemes/algebraic-loop.ts';
import { isLane, Lanes } from './scalar-connections.ts';
import type { Exchange } from './value-transfer.ts';

/**
 * What goes from units to units where a scheme lays polynomials itself: real values of continuous inputs as `lanes`, all others as they
 * are when a step begins.
 */
export class Handover {
  readonly lanes: Lanes;
  private readonly loop: PointLoop | undefined;
  private readonly others: Exchange;
  private readonly all: Exchange;

  /** `apart`: connections that the scheme looks after itself once a run has begun. */
  constructor(
    private readonly context: CouplingContext,
    apart: (connection: Connection) => boolean = () => false,
  ) {
    const { system, instances, exchange } = context;
    this.lanes = new Lanes(system.connections.filter(isLane), instances);
    this.others = exchange(system.connections.filter((c) => !isLane(c) && !apart(c)));
    this.all = exchange(system.connections);
    this.loop = PointLoop.of(context, this.lanes);
  }

  /** As a `Coupling` settles. */
  settle(): boolean {
    return this.all.settle();
  }

  /** What its user should know of it: sentences. */
  get notes(): readonly string[] {
    return this.loop?.notes ?? [];
  }

  /**
   * Step n from t by H [s] begins: lanes know what their outputs are now, or what they would be where inputs agree with them; other inputs have it.
   * Refuses values that are not finite.
   */
  begin(n: number, t: number, H: number): void {
    const finite = this.lanes.begin(H);
    if (this.others.transfer(n) !== 0 || !finite) this.context.refuseInvalid();
    this.loop?.solve(t, H);
  }
}
