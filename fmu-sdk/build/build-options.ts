import type { Platform } from '../util/c-compiler/compilers.ts';
import type { OptionTable } from '../util/require-options.ts';

/** Options of a build: what to write beside the sealed FMU of FMI 3.0. */
export interface BuildOptions {
  /** Versions of FMI to write an archive for. Default: 3. */
  fmi?: readonly (2 | 3)[] | undefined;
  /** Platforms to build native libraries for. Default: an empty list. */
  native?: readonly Platform[] | undefined;
  /**
   * Interfaces of the FMU. Default: all that the unit supports, with `me` where `unit.json` has
   * derivatives of states.
   */
  interfaces?: readonly ('cs' | 'me')[] | undefined;
  /**
   * CPU time of one call of the unit in the trial [s]: constructor, initialization or step.
   * Default: 10.
   */
  stepSeconds?: number | undefined;
  /** True to put a smoke test (FMI-LS-REF) into the archive of FMI 3.0. Default: true. */
  smokeTest?: boolean | undefined;
}

export const buildKinds: OptionTable<BuildOptions> = {
  fmi: 'list',
  native: 'texts',
  interfaces: 'texts',
  stepSeconds: 'number',
  smokeTest: 'boolean',
};
