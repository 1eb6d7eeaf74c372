import { Lu } from '../../solver/dense-lu.ts';
import { DenseShifted, SparseShifted } from '../../solver/shifted-lu.ts';
import { Gathering } from '../../solver/solver-slopes.ts';
import { SparseLu } from '../../solver/sparse-lu.ts';
import { SparseLuComplex } from '../../solver/sparse-lu-complex.ts';
import type { Calls, UnitBytes } from '../fmi-api.ts';
import { joinedPieces, type Portable, piecesOf } from '../state/portable-state.ts';
import { Image, madeLater } from '../state/session-image.ts';
import type { Expect } from './call-failure.ts';
import { Filling } from './state-jacobian.ts';

// Objects that integrators create on first use.
madeLater(DenseShifted, SparseShifted, Lu, SparseLu, SparseLuComplex, Gathering, Filling);

/** FMU state that the FMU serializes itself. */
export class StateBytes implements UnitBytes {
  constructor(
    private readonly calls: Calls,
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
export class DrivenPortable implements Portable {
  readonly covers: readonly ArrayBufferView[];
  private readonly image: Image;

  /** Call `loaded` after the driver's fields were restored. */
  constructor(
    private readonly unit: UnitBytes,
    roots: readonly object[],
    except: ReadonlySet<unknown>,
    memory: readonly ArrayBufferView[],
    private readonly loaded: () => void,
  ) {
    this.covers = memory;
    this.image = new Image(roots, except);
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
