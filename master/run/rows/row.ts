/** Recorded point: `time` [s] and all columns by name. */
export type Row = { readonly time: number } & Readonly<Record<string, number | bigint>>;
