import { UserError } from '../../util/user-error.ts';
import type { Binary, Host, RunMode } from '../choice/host.ts';
import { createDrivenInstance } from '../fmi-driver/create-driver.ts';
import type { FmiApi, InterfaceKind } from '../instance/fmi-api.ts';
import { worlds } from './canonical-abi/wit-worlds.ts';
import { ComponentCalls } from './component-calls.ts';
import { FmukitComponent, type FmukitKind } from './fmukit/fmukit-component.ts';
import { programOf } from './translation/component-program.ts';
import type { Translation } from './translation/component-translation.ts';

/** A component in the form that runs it, as data that can be sent to another thread. */
export type ComponentForm =
  | { readonly form: 'core'; readonly core: Uint8Array; readonly kind: FmukitKind }
  | { readonly form: 'translated'; readonly translation: Translation };

/**
 * Opens the functions of an FMU in a translated component. Its code first runs when it is
 * instantiated.
 */
export function openComponent(translation: Translation, kind: InterfaceKind, name: string): FmiApi {
  const program = programOf(translation, name);
  refuseWithout(worlds[kind].interface, translation.exports, name);
  return new ComponentCalls(program, kind, name);
}

/** fmukit FMUs compiled in this thread. */
const compiled = new WeakMap<ComponentForm, FmukitComponent>();

/** Opens the functions of a component in this thread. */
export function openForm(form: ComponentForm, kind: InterfaceKind, name: string): FmiApi {
  if (form.form === 'translated') return openComponent(form.translation, kind, name);
  const program = compiled.get(form) ?? new FmukitComponent(form.core, form.kind, name);
  compiled.set(form, program);
  return new ComponentCalls(program, form.kind, name);
}

export function refuseWithout(wanted: string, exports: readonly string[], name: string): void {
  if (exports.some((item) => item.startsWith(`${wanted}@3.`))) return;
  const interfaces = exports.filter((item) => item.includes(':')).slice(0, 10);
  throw new UserError(
    `load ${name}: expected a component that exports ${wanted}@3, got ${interfaces.join(', ') || 'no interface'}. ` +
      'Choose an interface that it has.',
  );
}

/** A WebAssembly component of a third party or, for model exchange, of fmukit. */
export interface ComponentBinary extends Binary, RunMode {
  readonly form: 'component';
  readonly component: ComponentForm;
}

/** Runs components that were found elsewhere, also in pages. Its `find` never returns a binary. */
export const openedComponent: Host<ComponentBinary> = {
  name: 'component',
  find: async () => undefined,
  open: async (binary, opening) =>
    createDrivenInstance(openForm(binary.component, binary.kind, opening.name), binary, opening),
};
