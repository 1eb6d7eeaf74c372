import type { InterfaceKind } from '../instance/fmi-api.ts';
import { worlds } from './canonical-abi/wit-worlds.ts';
import { fmukitCoreOf } from './fmukit/component-wrapping.ts';
import { witKindOf } from './fmukit/fmukit-component.ts';
import { type ComponentForm, refuseWithout } from './open-component.ts';
import type { Translation } from './translation/component-translation.ts';
import { translate } from './translation/translate-component.ts';

/**
 * Checks any WebAssembly component of FMI-LS-WASM (draft 0.1.0, 2026) and translates it to
 * JavaScript. Does not run its code. The FMU will get only the FMI callbacks and limited memory.
 * `name` is the FMU's name in messages.
 *
 * @throws UserError for a component that asks for more or cannot run
 */
export async function translateComponent(
  component: Uint8Array,
  kind: InterfaceKind,
  name: string,
): Promise<Translation> {
  const translation = await translate(component, name);
  refuseWithout(worlds[kind].interface, translation.exports, name);
  return translation;
}

/**
 * Determines how a component runs. fmukit FMUs do not need translation. Third-party FMUs are
 * translated by jco, an optional package.
 */
export async function componentFormOf(
  component: Uint8Array,
  kind: InterfaceKind,
  name: string,
): Promise<ComponentForm> {
  if (kind !== 'scheduledExecution') {
    const core = await fmukitCoreOf(component, witKindOf(kind));
    if (core !== undefined) return { form: 'core', core, kind };
  }
  return { form: 'translated', translation: await translateComponent(component, kind, name) };
}
