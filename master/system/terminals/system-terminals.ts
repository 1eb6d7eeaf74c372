/** Checks of terminals, loaded only for systems whose FMUs have terminals. */
export { expandTerminals } from './expand-terminals.ts';
export { notesOnHalfTerminals } from './half-terminals.ts';
