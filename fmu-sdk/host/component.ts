import { UserError } from '../error.ts';
import type { Calls, InterfaceKind } from './calls.ts';
import { ComponentCalls } from './component/component-calls.ts';
import { programOf } from './component/program.ts';
import { worlds } from './component/worlds.ts';

/**
 * The functions of a unit in a WebAssembly component of FMI-LS-WASM (draft 0.1.0, 2026), whoever made it. It gets the
 * callbacks of FMI and memory within a limit, nothing else; a UserError says what of it cannot be granted or run. The
 * component's code runs first when it is instantiated, so that a thread that is watched can be the one to do it.
 * `name` is the unit's in messages.
 */
export async function openComponent(
  component: Uint8Array,
  kind: InterfaceKind,
  name: string,
): Promise<Calls> {
  const program = await programOf(component, name);
  const wanted = worlds[kind].interface;
  if (program.interfaceOf(wanted) === undefined)
    throw new UserError(
      `load ${name}: its component does not export ${wanted}@3; it exports ${program.exports.filter((item) => item.includes(':')).join(', ') || 'nothing'}. ` +
        'Choose the interface that it has.',
    );
  return new ComponentCalls(program, kind, name);
}
