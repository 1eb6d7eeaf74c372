/**
 * What a native unit in a process of its own may be allowed beyond its own: the network, the user's files, processes that it
 * starts. Units that bring an interpreter need some of it.
 */
export type Permission = 'net' | 'files' | 'processes';

export const permissions: readonly Permission[] = ['net', 'files', 'processes'];
