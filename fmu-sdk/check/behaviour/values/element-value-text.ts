/** An element of a variable, as calls give and take it. */
export type Value = number | bigint | string | Uint8Array;
