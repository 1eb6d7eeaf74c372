// Lets Node load this package's TypeScript, and bypasses the loader for large packages in plain
// JavaScript.
import { register as registerHook } from 'node:module';
import { register } from 'tsx/esm/api';

register();
registerHook('./plain-packages.mjs', import.meta.url);
