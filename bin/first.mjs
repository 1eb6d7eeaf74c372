// The first command in a fresh clone, and the first behind a pull: installs what is missing and compiles the package, and says so.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
