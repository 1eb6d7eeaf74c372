// First command in a fresh clone or after a pull: installs missing packages, compiles the package,
// and reports it.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
const { buildPackage } = await import('../build.mjs');
await buildPackage();
