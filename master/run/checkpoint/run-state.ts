import {
  joinedPieces,
  type PortableState,
  piecesOf,
  portableOf,
} from '../../../fmu-sdk/host/state/portable-state.ts';
import { loadState, saveState } from '../../../fmu-sdk/util/state/serialize-state.ts';
import type { Session } from '../loop/session.ts';

/**
 * Serializes the state of a run: its units, the coupling with its histories, and the observers.
 *
 * Call order: created after the session has begun and before its first step → (`save` | `load`)*,
 * between steps.
 */
export class RunState {
  private readonly units: readonly PortableState[];

  /** @throws UserError if the state of a unit, the scheme or an observer cannot be serialized */
  constructor(private readonly session: Session) {
    this.units = session.instances.map(portableOf);
    saveState(session);
  }

  save(): Uint8Array {
    return joinedPieces([saveState(this.session), ...this.units.map((unit) => unit.save())]);
  }

  /** @throws DifferentStateError if the bytes belong to another run */
  load(bytes: Uint8Array): void {
    const [session, ...units] = piecesOf(bytes, 1 + this.units.length);
    loadState(this.session, session);
    for (const [k, unit] of this.units.entries()) unit.load(units[k]);
  }
}
