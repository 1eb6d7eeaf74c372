import type { Position } from './text-position.ts';

/** The reason why a text is not an XML document that this package accepts. */
export class XmlError extends Error {
  constructor(
    readonly reason: string,
    readonly position: Position,
  ) {
    super(`line ${position.line}, column ${position.column}: ${reason}`);
  }
}
