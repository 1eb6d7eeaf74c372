import type { Target } from '../check-target.ts';
import { type Probe, RuleSkipped } from '../fmu-probe.ts';

/** Why a rule on FMU states does not speak of a target. */
export function withState({ kind, description }: Target): string | undefined {
  return description[kind]?.canGetAndSetFMUState
    ? undefined
    : 'the FMU declares canGetAndSetFMUState="false"';
}

export function withSerialization(target: Target): string | undefined {
  return (
    withState(target) ??
    (target.description[target.kind]?.canSerializeFMUState
      ? undefined
      : 'the FMU declares canSerializeFMUState="false"')
  );
}

export function getState(probe: Probe): number {
  const { status, handle } = probe.query('getState', '', (c) => c.getState());
  probe.expect(status, 'getState');
  return handle;
}

export function setState(probe: Probe, handle: number): void {
  probe.expect(
    probe.query('setState', String(handle), (c) => c.setState(handle)),
    'setState',
  );
}

export function serialize(probe: Probe, handle: number): Uint8Array {
  const { status, bytes } = probe.query('serializeState', String(handle), (c) => c.serializeState(handle));
  probe.expect(status, 'serializeState');
  if (bytes.length === 0) throw new RuleSkipped('the serialized state is empty');
  return bytes.slice();
}

export function deserialize(probe: Probe, bytes: Uint8Array): number {
  const { status, handle } = probe.query('deserializeState', `${bytes.length} bytes`, (c) =>
    c.deserializeState(bytes),
  );
  probe.expect(status, 'deserializeState');
  return handle;
}
