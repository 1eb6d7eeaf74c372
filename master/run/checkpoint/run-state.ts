import {
  joinedPieces,
  type PortableState,
  piecesOf,
  portableOf,
} from '../../../fmu-sdk/host/state/portable-state.ts';
import { NotSavableError, SessionImage } from '../../../fmu-sdk/host/state/session-image.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Session } from '../session.ts';

/**
 * Serializes the state of a run: its units, the coupling with its histories, and the fields of the
 * observers.
 *
 * Call order: created after the session has begun and before its first step → (`save` | `load`)*,
 * between steps.
 */
export class RunState {
  private readonly units: readonly PortableState[];
  private readonly image: SessionImage;
  private readonly name: string;

  /** @throws UserError if a unit's state cannot be serialized */
  constructor(session: Session) {
    const { system, instances, activity } = session;
    this.name = system.name;
    this.units = instances.map(portableOf);
    const except = referencedObjects([system]);
    const parts = instances.flatMap(({ continuous = [] }) => continuous);
    for (const item of [instances, ...instances, ...parts, activity, activity.cells, activity.task])
      except.add(item);
    this.image = new SessionImage(
      [session],
      except,
      this.units.flatMap(({ covers }) => covers),
    );
  }

  save(): Uint8Array {
    try {
      return joinedPieces([this.image.save(), ...this.units.map((unit) => unit.save())]);
    } catch (error) {
      if (!(error instanceof NotSavableError)) throw error;
      throw new UserError(
        `save the state of ${this.name}: ${error.message}, which cannot be stored in a file. Store changing data in fields, as numbers, arrays and objects of classes that exist from the start.`,
      );
    }
  }

  /** @throws DifferentObjectsError or RangeError if the bytes belong to another run */
  load(bytes: Uint8Array): void {
    const [image, ...units] = piecesOf(bytes);
    this.image.load(image);
    for (const [k, unit] of this.units.entries()) unit.load(units[k]);
  }
}

/** Returns all objects that the roots reference, directly or not. */
function referencedObjects(roots: readonly object[]): Set<unknown> {
  const visited = new Set<unknown>();
  const open: unknown[] = [...roots];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item !== 'object' || item === null || visited.has(item)) continue;
    visited.add(item);
    if (ArrayBuffer.isView(item)) continue;
    if (item instanceof Map) open.push(...item.keys());
    for (const value of item instanceof Map || item instanceof Set ? item.values() : Object.values(item))
      if (typeof value === 'object' && value !== null) open.push(value);
  }
  return visited;
}
