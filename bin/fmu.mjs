#!/usr/bin/env node
// The command `fmu`, compiled; Node keeps its bytecode where it can.
import module from 'node:module';

if (process.argv.length === 3 && process.argv[2] === '--version') {
  // Nothing of the program is loaded to say what it is.
  const { version } = module.createRequire(import.meta.url)('../package.json');
  process.stdout.write(`${version}\n`);
} else {
  module.enableCompileCache?.();
  const { main } = await import('../dist/fmu.js');
  await main(process.argv.slice(2));
}
