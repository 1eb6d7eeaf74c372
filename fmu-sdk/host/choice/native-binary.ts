import type { ArchiveContent } from '../../archive/archive.ts';
import type { Binary, RunMode } from './host.ts';

/** A shared library, run in a separate process unless it is trusted. */
export interface NativeBinary extends Binary, RunMode {
  readonly form: 'native';
  readonly archive: ArchiveContent;
  /** Marks a Windows library, which runs under Wine. */
  readonly windows?: boolean;
}
