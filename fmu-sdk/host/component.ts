import { UserError } from '../error.ts';
import type { Calls, InterfaceKind } from './calls.ts';
import { ComponentCalls } from './component/component-calls.ts';
import { type OwnKind, OwnProgram, witKindOf } from './component/own.ts';
import { programOf } from './component/program.ts';
import { translate } from './component/translate.ts';
import type { Translation } from './component/translation.ts';
import { worlds } from './component/worlds.ts';
import { ownCoreOf } from './component/wrapping.ts';

export type { Translation } from './component/translation.ts';

/**
 * Checks a WebAssembly component of FMI-LS-WASM (draft 0.1.0, 2026), whoever made it, and translates it for JavaScript;
 * runs nothing of it. The unit will get the callbacks of FMI and memory within a limit, nothing else: a UserError says
 * what of it cannot be granted or run. `name` is the unit's in messages.
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

/** The functions of a unit in a translated component. Its own code runs first when it is instantiated. */
export function openComponent(translation: Translation, kind: InterfaceKind, name: string): Calls {
  const program = programOf(translation, name);
  refuseWithout(worlds[kind].interface, translation.exports, name);
  return new ComponentCalls(program, kind, name);
}

/** A component as what runs it: plain data, which another thread can receive. */
export type ComponentForm =
  | { readonly form: 'own'; readonly core: Uint8Array; readonly kind: OwnKind }
  | { readonly form: 'translated'; readonly translation: Translation };

/** That of a unit of ours needs no translation; foreign ones are translated by jco, an optional package. */
export async function formOf(
  component: Uint8Array,
  kind: InterfaceKind,
  name: string,
): Promise<ComponentForm> {
  if (kind !== 'scheduledExecution') {
    const core = await ownCoreOf(component, witKindOf(kind));
    if (core !== undefined) return { form: 'own', core, kind };
  }
  return { form: 'translated', translation: await translateComponent(component, kind, name) };
}

/** Units of ours that have been compiled in this thread. */
const compiled = new WeakMap<ComponentForm, OwnProgram>();

/** The functions of a component in this thread. */
export function openForm(form: ComponentForm, kind: InterfaceKind, name: string): Calls {
  if (form.form === 'translated') return openComponent(form.translation, kind, name);
  const program = compiled.get(form) ?? new OwnProgram(form.core, form.kind, name);
  compiled.set(form, program);
  return new ComponentCalls(program, form.kind, name);
}

/** The functions of a unit of ours, by its core module (see `ownCoreOf`). */
export function openOwn(core: Uint8Array, name: string, kind: OwnKind = 'coSimulation'): Calls {
  return new ComponentCalls(new OwnProgram(core, kind, name), kind, name);
}

function refuseWithout(wanted: string, exports: readonly string[], name: string): void {
  if (exports.some((item) => item.startsWith(`${wanted}@3.`))) return;
  const there = exports.filter((item) => item.includes(':')).slice(0, 10);
  throw new UserError(
    `load ${name}: its component does not export ${wanted}@3; it exports ${there.join(', ') || 'no interface'}. ` +
      'Choose an interface that it has.',
  );
}
