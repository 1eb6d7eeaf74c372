export function csvSimdModule(): Promise<string>;
