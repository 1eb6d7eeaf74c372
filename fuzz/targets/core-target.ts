import { elementCount } from '../../fmu-sdk/description/description.ts';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { compileBounded, isFmukitCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { readSections } from '../../fmu-sdk/wasm/wasm-sections.ts';
import { holds, type Target } from '../fuzz-target.ts';
import { mutateWasm } from '../mutate/mutate-wasm.ts';
import { together } from './checked-together.ts';
import { everyInput } from './example-units.ts';

const description = readModelDescription(everyInput, 'unit.xml');
let instances = 0;

/**
 * Fuzzes core modules that claim to come from this toolkit. They are compiled, instantiated, and
 * asked for everything that a run needs. Their computation may trap. Statements about their memory
 * are accepted only inside their memory.
 */
export const core: Target = {
  name: 'core',
  about: 'sealed core modules, crafted (WebAssembly)',
  mutate: mutateWasm,
  hasForm: (bytes) => WebAssembly.validate(bytes as BufferSource),
  run: async (bytes) => {
    let sealed: boolean;
    try {
      sealed = isFmukitCore(bytes);
    } catch {
      // It is taken as any component then, and refused there.
      sealed = false;
    }
    const { module, bounded } = compileBounded(bytes, 'case');
    holds(sealed, 'it is compiled but not sealed');
    if (mayLoop(bytes)) return 'accepted, not run';
    // Each has four address ranges of its own, which only the collector gives back.
    if (++instances % 100 === 0) globalThis.gc?.();
    const instance = instantiateWasm(module, description, 'case');
    const ends = [...use(instance)].join();
    return `accepted ${ends} ${await together(bounded, module, description)}`;
  },
};

/** Returns whether a function could loop, or call others repeatedly. */
function mayLoop(wasm: Uint8Array): boolean {
  const code = readSections(wasm).find(({ id }) => id === 10)?.body ?? wasm;
  let calls = 0;
  for (let i = 0; i < code.length; i++) {
    const next = code[i + 1];
    if (code[i] === 0x03 && (next === 0x40 || (next >= 0x7c && next <= 0x7f))) return true;
    if (code[i] === 0x10 && next < 24) calls++;
  }
  return calls > 3;
}

/** Asks an instance for everything. How the unit's own code ended. */
function use(instance: Instance): Set<string> {
  const ends = new Set<string>();
  const unit = (name: string, call: () => unknown): void => {
    try {
      call();
    } catch (thrown) {
      if (!ofUnit(thrown)) throw thrown;
      holds(typeof instance.reasonOf(thrown) === 'string', 'the reason of a trap is missing');
      ends.add(name);
    }
  };
  for (const variable of description.variables) {
    if (variable.type === 'String' || variable.type === 'Binary') {
      instance.setBytes(variable, 0, new Uint8Array(1));
      instance.getBytes(variable, 0);
      continue;
    }
    const { view, offset, length } = instance.view(variable);
    holds(length === elementCount(variable), `${variable.name} has another size`);
    holds(offset >= 0 && offset + length <= view.length, `${variable.name} lies outside the memory`);
    const polynomial = instance.polynomial(variable);
    holds(polynomial.offset < polynomial.view.length, `the polynomial of ${variable.name} lies outside`);
  }
  const state = instance.getState();
  unit('initialize', () => instance.initialize(0));
  unit('internalStep', () => instance.internalStep());
  unit('step', () => instance.step(0, 0.1));
  unit('micro', () => {
    instance.begin(0, 0.1);
    instance.micro(0);
  });
  const [, , y] = description.variables;
  unit('partial', () => instance.partial(y, 0, y, 0));
  unit('reset', () => instance.reset());
  instance.setState(state);
  holds(instance.getState().length === state.length, 'a state has another size');
  instance.close();
  return ends;
}

/** A trap, or a stack that is full. */
function ofUnit(thrown: unknown): boolean {
  return (
    thrown instanceof WebAssembly.RuntimeError ||
    (thrown instanceof RangeError && /call stack/.test(thrown.message))
  );
}
