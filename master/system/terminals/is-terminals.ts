import type { ConnectionFile, TerminalConnectionFile } from '../system.ts';

/** Reports whether a connection of the file is one of terminals. */
export const isTerminals = (
  connection: ConnectionFile | TerminalConnectionFile,
): connection is TerminalConnectionFile => 'terminals' in connection;
