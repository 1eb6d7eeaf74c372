/** Keys and indices from the root of a JSON text to a value in it. */
export type JsonPath = readonly (string | number)[];
