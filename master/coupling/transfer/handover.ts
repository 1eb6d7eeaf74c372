import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { Connection } from '../../system/system.ts';
import type { CouplingContext } from '../coupling.ts';
import { PointLoop } from '../schemes/shared/algebraic-loop.ts';
import { isScalarConnection, ScalarConnections } from './scalar-connections.ts';
import type { ValueTransfer } from './value-transfer.ts';

/**
 * Transfers values between units for a scheme that sets polynomials itself. Real values of
 * continuous inputs are scalar connections. Other values are copied at the beginning of a step.
 */
export class Handover implements Stateful {
  readonly scalarConnections: ScalarConnections;
  private readonly loop: PointLoop | undefined;
  private readonly others: ValueTransfer;
  private readonly all: ValueTransfer;

  /** @param apart connections that the scheme transfers itself during the run */
  constructor(
    private readonly context: CouplingContext,
    apart: (connection: Connection) => boolean = () => false,
  ) {
    const { system, instances, exchange } = context;
    this.scalarConnections = new ScalarConnections(system.connections.filter(isScalarConnection), instances);
    this.others = exchange(system.connections.filter((c) => !isScalarConnection(c) && !apart(c)));
    this.all = exchange(system.connections);
    this.loop = PointLoop.of(context, this.scalarConnections);
  }

  /** Behaves like `settle` of a `Coupling`. */
  settle(): boolean {
    return this.all.settle();
  }

  /** Notes for the user, as sentences. */
  get notes(): readonly string[] {
    return this.loop?.notes ?? [];
  }

  /**
   * Begins step n from t by H [s]. Scalar connections read the outputs, made consistent with inputs
   * if required. Other inputs are set. Refuses values that are not finite.
   */
  begin(n: number, t: number, H: number): void {
    const finite = this.scalarConnections.begin(H);
    if (this.others.transfer(n) !== 0 || !finite) this.context.refuseInvalid();
    this.loop?.solve(t, H);
  }

  visitState(state: StateVisitor): void {
    this.scalarConnections.visitState(state);
    this.others.visitState(state);
    this.loop?.visitState(state);
  }
}
