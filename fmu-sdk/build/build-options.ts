import type { Platform } from '../util/c-compiler/compilers.ts';
import type { OptionTable } from '../util/require-options.ts';

/** What is made beside the sealed unit of FMI 3.0. */
export interface BuildOptions {
  /** Versions of FMI to write an archive for; 3 when left out. */
  fmi?: readonly (2 | 3)[] | undefined;
  /** Platforms to make native binaries for; none when left out. */
  native?: readonly Platform[] | undefined;
  /** Interfaces of the unit; when left out, all that it can have: `me` where `unit.json` has derivatives of states. */
  interfaces?: readonly ('cs' | 'me')[] | undefined;
  /** CPU time of one call of the unit while it is tried [s]: its constructor, its initialization, a step; 10 when left out. */
  stepSeconds?: number | undefined;
  /** Whether the archive of FMI 3.0 carries a smoke test (FMI-LS-REF); true when left out. */
  smokeTest?: boolean | undefined;
}

export const buildKinds: OptionTable<BuildOptions> = {
  fmi: 'list',
  native: 'texts',
  interfaces: 'texts',
  stepSeconds: 'number',
  smokeTest: 'boolean',
};
