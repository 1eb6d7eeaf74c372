import { loadState, saveState } from '../../../util/state/serialize-state.ts';
import type { Stateful } from '../../../util/state/stateful.ts';
import type { FmiApi, StateSerializer } from '../../instance/fmi-api.ts';
import { joinedPieces, type PortableState, piecesOf } from '../../state/portable-state.ts';
import type { Expect } from '../call-failure.ts';

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

/** The FMU's state and its driver's, as bytes. */
export class DrivenPortable implements PortableState {
  /** Call `loaded` after the driver was restored. */
  constructor(
    private readonly unit: StateSerializer,
    private readonly driver: Stateful,
    readonly covers: readonly ArrayBufferView[],
    private readonly loaded: () => void,
  ) {}

  save(): Uint8Array {
    return joinedPieces([this.unit.save(), saveState(this.driver)]);
  }

  load(bytes: Uint8Array): void {
    const [unit, driver] = piecesOf(bytes, 2);
    this.unit.load(unit);
    loadState(this.driver, driver);
    this.loaded();
  }
}
