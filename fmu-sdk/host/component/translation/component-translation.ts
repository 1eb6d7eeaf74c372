/**
 * A component as JavaScript that links its core modules, as data that can be sent to another
 * thread.
 */
export interface Translation {
  /** SHA-256 of the component. */
  key: string;
  script: string;
  /** Script as a function, for pages where functions cannot be created from text. */
  linker?: (...operands: readonly unknown[]) => unknown;
  cores: Map<string, Uint8Array>;
  /** Names of its exports. */
  exports: string[];
  /** Its FMI interfaces as TypeScript declarations, on one line. */
  declarations: string;
}
