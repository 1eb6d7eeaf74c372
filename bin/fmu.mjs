#!/usr/bin/env node
// The command `fmu`, compiled; Node keeps its bytecode where it can.
import { existsSync, statSync } from 'node:fs';
import module from 'node:module';

const require = module.createRequire(import.meta.url);
const beside = (path) => existsSync(new URL(path, import.meta.url));
const changed = (path) => (beside(path) ? statSync(new URL(path, import.meta.url)).mtimeMs : 0);
// Of a package all is there; a clone of the repository is compiled when it is first used, and again when git has brought other sources.
if (beside('./first.mjs') && changed('../dist/.compiled') <= changed('../.git/logs/HEAD'))
  await import('./first.mjs');
const [, , command, ...more] = process.argv;
if (command === '--version' && more.length === 0) {
  // Little of the program is loaded to say what it is; what killed runs have left is settled by any command.
  const { clearLeavings } = require('../dist/leavings.cjs');
  for (const left of clearLeavings()) process.stderr.write(`fmu: ${left}\n`);
  const { version } = require('../package.json');
  process.stdout.write(`${version}\n`);
} else {
  module.enableCompileCache?.();
  // What is asked for most often is one file each, whose bytecode is kept by any Node.
  const { main } = ['run', 'build', 'inspect'].includes(command)
    ? require('../dist/program.cjs').keptProgram(`./dist/${command}.cjs`)
    : await import('../dist/fmu.js');
  await main(process.argv.slice(2));
}
