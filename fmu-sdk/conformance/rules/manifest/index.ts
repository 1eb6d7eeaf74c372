import type { StaticRule } from '../../rule.ts';
import { manifestDescription } from './description.ts';
import { manifestFolder } from './folder.ts';
import { manifestMinimalRoot } from './minimal-root.ts';
import { manifestName } from './name.ts';
import { manifestNameForm } from './name-form.ts';
import { manifestPresent } from './present.ts';
import { manifestVersion } from './version.ts';
import { manifestVersionForm } from './version-form.ts';

/** Rules of the area `manifest`. */
export const manifestRules: readonly StaticRule[] = [
  manifestDescription,
  manifestFolder,
  manifestMinimalRoot,
  manifestName,
  manifestNameForm,
  manifestPresent,
  manifestVersion,
  manifestVersionForm,
];
