/** AssemblyScript's memory access, which the glue uses beyond the dialect of units. */
declare function load<T>(address: number, offset?: number): T;
declare function store<T>(address: number, value: T, offset?: number): void;
declare function changetype<T>(value: unknown): T;
declare function offsetof<T>(field?: string): number;
declare function nameof<T>(): string;
declare function usize(x: number): number;
declare namespace memory {
  function copy(to: number, from: number, bytes: number): void;
  function compare(a: number, b: number, bytes: number): number;
  function fill(at: number, value: number, bytes: number): void;
  /** Pages of 64 KiB. */
  function size(): number;
}
declare namespace heap {
  function alloc(bytes: number): number;
}
/** Calls the function at this index of the table. */
declare function call_indirect<T>(slot: number, ...operands: number[]): T;
