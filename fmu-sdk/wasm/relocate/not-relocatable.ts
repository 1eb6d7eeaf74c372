/** What of a module keeps its instances from sharing a memory: each is run in one of its own. */
export class NotRelocatable extends Error {}
