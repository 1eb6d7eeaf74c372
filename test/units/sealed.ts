import { join } from 'node:path';
import type { ModelDescription } from '../../fmu-sdk/description/description.ts';
import { loadFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { coreOf } from '../core-of.ts';
import { notEmpty } from '../not-empty.ts';
import { root } from '../setup.ts';

/** A sealed unit by names, for tests. */
export interface Sealed {
  get(name: string, element?: number): number;
  set(name: string, ...values: number[]): void;
  initialize(t: number): void;
  step(t: number, H: number): number;
  partial(unknown: string, known: string): number;
}

interface Compiled {
  description: ModelDescription;
  core: WebAssembly.Module;
}

/** Units whose code is optimized once for all instances of it. */
const compiled = new Map<string, Promise<Compiled>>();

function compile(unit: string): Promise<Compiled> {
  const made = loadFmu(join(root, 'dist', `${unit}.fmu`)).then((loaded) => ({
    description: loaded.description,
    core: compileCore(coreOf(loaded), unit),
  }));
  compiled.set(unit, made);
  return made;
}

/** The unit as `npm test` built it, with these parameters (enumerations by value). */
export async function sealed(
  unit: string,
  parameters: Record<string, number | number[]> = {},
): Promise<Sealed> {
  const { description, core } = await (compiled.get(unit) ?? compile(unit));
  const instance = instantiateWasm(core, description, unit);
  const find = (name: string) => {
    const variable = description.variables.find((v) => v.name === name);
    if (variable === undefined) throw new Error(`${unit} has no variable ${name}`);
    return variable;
  };
  const views = new Map(
    description.variables.map((v) => [v.name, v.type === 'String' ? undefined : instance.view(v)]),
  );
  const view = (name: string) => views.get(find(name).name)!;
  const set = (name: string, ...values: number[]): void => {
    const { view: array, offset } = view(name);
    values.forEach((value, i) => {
      array[offset + i] = value;
    });
  };
  for (const [name, value] of Object.entries(parameters))
    set(name, ...(Array.isArray(value) ? value : [value]));
  return {
    get: (name, element = 0) => Number(view(name).view[view(name).offset + element]),
    set,
    initialize: (t) => {
      try {
        instance.initialize(t);
      } catch (error) {
        throw new Error(instance.reasonOf(error));
      }
    },
    step: (t, H) => {
      try {
        return instance.step(t, H);
      } catch (error) {
        throw new Error(instance.reasonOf(error));
      }
    },
    partial: (unknown, known) => instance.partial(find(unknown), 0, find(known), 0),
  };
}

/** Orders of convergence between successive errors, steps halved each time. */
export function orders(errors: readonly number[]): number[] {
  return notEmpty('orders', errors.slice(1)).map((error, i) => Math.log2(errors[i] / error));
}
