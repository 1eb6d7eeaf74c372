export function rowModule(): Promise<string>;
