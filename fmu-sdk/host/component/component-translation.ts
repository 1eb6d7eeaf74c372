/** A component as JavaScript that links its core modules; plain data, to be handed to the thread that runs it. */
export interface Translation {
  /** SHA-256 of the component. */
  key: string;
  script: string;
  /** The same as a function, where none may be made of text: in pages. */
  linker?: (...operands: readonly unknown[]) => unknown;
  cores: Map<string, Uint8Array>;
  /** Names of what it exports. */
  exports: string[];
  /** Its interfaces of FMI as declarations of TypeScript, on one line. */
  declarations: string;
}
