/**
 * Open mutants whose behaviour the standard does not distinguish from the unchanged FMU, each with
 * the reason.
 */
export const unobservable: Readonly<Record<string, string>> = {};
