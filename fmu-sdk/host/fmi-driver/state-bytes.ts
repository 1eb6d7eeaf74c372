import { Lu } from '../../solver/dense-lu.ts';
import { DenseShifted, SparseShifted } from '../../solver/shifted-lu.ts';
import { MatrixCollector } from '../../solver/solver-slopes.ts';
import { SparseLu } from '../../solver/sparse-lu.ts';
import { SparseLuComplex } from '../../solver/sparse-lu-complex.ts';
import type { FmiApi, StateSerializer } from '../fmi-api.ts';
import { joinedPieces, type PortableState, piecesOf } from '../state/portable-state.ts';
import { registerLaterClasses, SessionImage } from '../state/session-image.ts';
import type { Expect } from './call-failure.ts';
import { SparseFilling } from './state-jacobian.ts';

// Objects that integrators create on first use.
registerLaterClasses(
  DenseShifted,
  SparseShifted,
  Lu,
  SparseLu,
  SparseLuComplex,
  MatrixCollector,
  SparseFilling,
);

/** FMU state that the FMU serializes itself. */
export class StateBytes implements StateSerializer {
  constructor(
    private readonly calls: FmiApi,
    private readonly expect: Expect,
  ) {}

  save(): Uint8Array {
    const { calls, expect } = this;
    const { status, handle } = calls.getState();
    expect(status, 'getFMUState');
    const { status: serialized, bytes } = calls.serializeState(handle);
    expect(calls.freeState(handle), 'freeFMUState');
    expect(serialized, 'serializeFMUState');
    return bytes;
  }

  load(bytes: Uint8Array): void {
    const { calls, expect } = this;
    const { status, handle } = calls.deserializeState(bytes);
    expect(status, 'deserializeFMUState');
    const set = calls.setState(handle);
    expect(calls.freeState(handle), 'freeFMUState');
    expect(set, 'setFMUState');
  }
}

/** The FMU's state and all fields of its driver, as bytes. */
export class DrivenPortable implements PortableState {
  readonly covers: readonly ArrayBufferView[];
  private readonly image: SessionImage;

  /** Call `loaded` after the driver's fields were restored. */
  constructor(
    private readonly unit: StateSerializer,
    roots: readonly object[],
    except: ReadonlySet<unknown>,
    memory: readonly ArrayBufferView[],
    private readonly loaded: () => void,
  ) {
    this.covers = memory;
    this.image = new SessionImage(roots, except);
  }

  save(): Uint8Array {
    return joinedPieces([this.unit.save(), this.image.save()]);
  }

  load(bytes: Uint8Array): void {
    const [unit, image] = piecesOf(bytes);
    this.unit.load(unit);
    this.image.load(image);
    this.loaded();
  }
}
