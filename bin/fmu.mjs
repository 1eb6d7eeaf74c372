#!/usr/bin/env node
// The command `fmu`, compiled; Node keeps its bytecode where it can.
import module from 'node:module';

if (process.argv.length === 3 && process.argv[2] === '--version') {
  // Little of the program is loaded to say what it is; what killed runs have left is settled by any command.
  const require = module.createRequire(import.meta.url);
  const { clearLeavings } = require('../dist/leavings.cjs');
  for (const left of clearLeavings()) process.stderr.write(`fmu: ${left}\n`);
  const { version } = require('../package.json');
  process.stdout.write(`${version}\n`);
} else {
  module.enableCompileCache?.();
  const { main } = await import('../dist/fmu.js');
  await main(process.argv.slice(2));
}
