import type { Calls } from '../fmi-api.ts';
import { driven } from '../fmi-driver/driven-instance.ts';
import type { Binary, Driving, Host } from '../host.ts';
import { type ComponentForm, openForm } from './open-component.ts';

/** A WebAssembly component of a third party or, for model exchange, of fmukit. */
export interface ComponentBinary extends Binary, Driving {
  readonly form: 'component';
  readonly component: ComponentForm;
}

/** Opens the functions of a component. */
export function componentCalls({ component, kind }: ComponentBinary, name: string): Calls {
  return openForm(component, kind, name);
}

/** Runs components translated elsewhere, also in pages. Its `find` never returns a binary. */
export const translated: Host<ComponentBinary> = {
  name: 'component',
  find: async () => undefined,
  open: async (binary, opening) => driven(componentCalls(binary, opening.name), binary, opening),
};
