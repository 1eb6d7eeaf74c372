// Lets Node load this package's TypeScript, and keeps the loader away from packages that are large and plain.
import { register as registerHook } from 'node:module';
import { register } from 'tsx/esm/api';

register();
registerHook('./plain-packages.mjs', import.meta.url);
