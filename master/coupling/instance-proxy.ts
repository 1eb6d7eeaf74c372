import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import type { PortableState } from '../../fmu-sdk/host/state/portable-state.ts';

/**
 * Returns a proxy of an instance with some methods replaced. The proxy never looks ahead or
 * combines steps in one call.
 */
export function instanceProxy(instance: Instance, overrides: Partial<Instance>): Instance {
  const { name, description } = instance;
  return {
    name,
    description,
    view: (variable) => instance.view(variable),
    polynomial: (variable) => instance.polynomial(variable),
    getBytes: (variable, i) => instance.getBytes(variable, i),
    setBytes: (variable, i, value) => instance.setBytes(variable, i, value),
    initialize: (t) => instance.initialize(t),
    exitInitialization: () => instance.exitInitialization(),
    internalStep: () => instance.internalStep(),
    setNominalStep: (H) => instance.setNominalStep?.(H),
    step: (t, H) => instance.step(t, H),
    begin: (t, H) => instance.begin(t, H),
    micro: (i) => instance.micro(i),
    partial: (unknown, i, known, k) => instance.partial(unknown, i, known, k),
    ...(instance.slope === undefined ? {} : { slope: instance.slope.bind(instance) }),
    reset: () => instance.reset(),
    close: () => instance.close(),
    snapshot: () => instance.snapshot(),
    ...(instance.portable === undefined ? {} : { portable: () => instance.portable?.() as PortableState }),
    getState: () => instance.getState(),
    setState: (state) => instance.setState(state),
    reasonOf: (thrown) => instance.reasonOf(thrown),
    ...overrides,
  };
}
