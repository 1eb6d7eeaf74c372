/**
 * Names the feature of a module that prevents its instances from sharing a memory. Each instance
 * then has its own memory.
 */
export class NotRelocatable extends Error {}
