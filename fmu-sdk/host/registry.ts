import { Registry } from '../registry.ts';
import { component, native } from './foreign.ts';
import type { Host } from './host.ts';
import { sealed } from './sealed.ts';

/** The ways to run a unit, in the order in which they are tried. */
export const hosts: Registry<Host> = new Registry('host', [sealed, component, native] as readonly Host[]);
