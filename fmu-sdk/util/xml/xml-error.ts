import type { Position } from './text-position.ts';

/** Why a text is no XML document that may be read here. */
export class XmlError extends Error {
  constructor(
    readonly reason: string,
    readonly position: Position,
  ) {
    super(`line ${position.line}, column ${position.column}: ${reason}`);
  }
}
