import type { Binary, Host, RunMode } from '../../choice/host.ts';
import { createDrivenInstance } from '../../fmi-driver/driven-instance.ts';
import type { FmiApi } from '../../instance/fmi-api.ts';
import { type ComponentForm, openForm } from '../open-component.ts';

/** A WebAssembly component of a third party or, for model exchange, of fmukit. */
export interface ComponentBinary extends Binary, RunMode {
  readonly form: 'component';
  readonly component: ComponentForm;
}

/** Opens the functions of a component. */
export function componentCalls({ component, kind }: ComponentBinary, name: string): FmiApi {
  return openForm(component, kind, name);
}

/** Runs components translated elsewhere, also in pages. Its `find` never returns a binary. */
export const translated: Host<ComponentBinary> = {
  name: 'component',
  find: async () => undefined,
  open: async (binary, opening) =>
    createDrivenInstance(componentCalls(binary, opening.name), binary, opening),
};
