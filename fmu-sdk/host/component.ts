import { UserError } from '../error.ts';
import type { Calls, InterfaceKind } from './calls.ts';
import { ComponentCalls } from './component/component-calls.ts';
import { OwnProgram } from './component/own.ts';
import { type Program, programOf } from './component/program.ts';
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
  refuseWithout(worlds[kind].interface, programOf(translation, name), name);
  return translation;
}

/** The functions of a unit in a translated component. Its own code runs first when it is instantiated. */
export function openComponent(translation: Translation, kind: InterfaceKind, name: string): Calls {
  const program = programOf(translation, name);
  refuseWithout(worlds[kind].interface, program, name);
  return new ComponentCalls(program, kind, name);
}

/**
 * The functions of a component, to be opened as often as wanted. That of a unit of ours needs no translation; foreign ones
 * are translated by jco, an optional package.
 */
export async function componentCalls(
  component: Uint8Array,
  kind: InterfaceKind,
  name: string,
): Promise<(instance: string) => Calls> {
  const own = kind === 'coSimulation' ? await ownCoreOf(component) : undefined;
  if (own !== undefined) {
    const program = new OwnProgram(own, name);
    return (instance) => new ComponentCalls(program, kind, instance);
  }
  const translation = await translateComponent(component, kind, name);
  return (instance) => openComponent(translation, kind, instance);
}

/** The functions of a unit of ours, by its core module (see `ownCoreOf`). */
export function openOwn(core: Uint8Array, name: string): Calls {
  return new ComponentCalls(new OwnProgram(core, name), 'coSimulation', name);
}

function refuseWithout(wanted: string, program: Program, name: string): void {
  if (program.interfaceOf(wanted) !== undefined) return;
  const there = program.exports.filter((item) => item.includes(':'));
  throw new UserError(
    `load ${name}: its component does not export ${wanted}@3; it exports ${there.join(', ') || 'no interface'}. ` +
      'Choose an interface that it has.',
  );
}
