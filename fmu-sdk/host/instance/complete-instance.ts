import { messageOf, UserError } from '../../util/user-error.ts';
import type { Snapshot } from '../state/snapshot.ts';
import type { CustomInstance, Instance } from './instance.ts';

/**
 * Adds the parts that an instance of a custom host lacks, and returns it. Internal steps and
 * polynomials are then unsupported, a step has one part, and a snapshot is a saved state. All other
 * parts fail with a message that names the missing member.
 */
export function completeInstance(instance: CustomInstance, host: string): Instance {
  const { name } = instance;
  const missingAll = (members: string) => (): never => {
    throw new UserError(
      `call ${name}: expected a host with ${members}, got "${host}" without it. Add it to the host, or leave out what needs it.`,
    );
  };
  const missing = (member: string) => missingAll(`${member}()`);
  const hasState = instance.getState !== undefined && instance.setState !== undefined;
  const defaults: Omit<Instance, keyof CustomInstance> & Partial<Instance> = {
    getBytes: missing('getBytes'),
    setBytes: missing('setBytes'),
    polynomial: () => noPolynomial,
    partial: missing('partial'),
    internalStep: () => 0,
    ...stepInOnePart(instance, missing('begin')),
    reset: missing('reset'),
    snapshot: hasState
      ? () => stateSnapshot(instance as Instance)
      : missingAll('getState() and setState(), or snapshot()'),
    getState: missing('getState'),
    setState: missing('setState'),
    reasonOf: messageOf,
  };
  const own = instance as Partial<Instance>;
  const additions = Object.entries(defaults).filter(
    ([member]) => own[member as keyof Instance] === undefined,
  );
  if (additions.length > 0 && !Object.isExtensible(instance))
    throw new UserError(
      `open ${name}: expected an instance that takes further members, got one that is not extensible. Remove Object.freeze from the host "${host}".`,
    );
  return Object.assign(instance, Object.fromEntries(additions)) as Instance;
}

const noPolynomial: ReturnType<Instance['polynomial']> = { view: new Float64Array(0), offset: -1 };

/** Returns `begin` and `micro` of a unit without internal steps. */
function stepInOnePart(instance: CustomInstance, needed: () => never): Pick<Instance, 'begin' | 'micro'> {
  let [start, size] = [0, 0];
  return {
    begin: (t, H) => {
      start = t;
      size = H;
      return 1;
    },
    micro: () => {
      if (instance.step(start, size) !== 0) needed();
    },
  };
}

function stateSnapshot(instance: Instance): Snapshot {
  let state = instance.getState();
  return {
    by: 'state',
    take: () => {
      state = instance.getState();
    },
    restore: () => instance.setState(state),
    release: () => {},
  };
}
