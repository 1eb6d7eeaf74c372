#!/usr/bin/env node
// The command `fmu`, compiled; Node keeps its bytecode where it can. It is CommonJS: Node's loader of modules takes a sixth of its own start.
const { existsSync, statSync } = require('node:fs');
const module_ = require('node:module');
const { join } = require('node:path');

const beside = (path) => existsSync(join(__dirname, path));
const changed = (path) => (beside(path) ? statSync(join(__dirname, path)).mtimeMs : 0);

async function start() {
  // Of a package all is there; a clone of the repository is compiled when it is first used, and again when git has brought other sources.
  if (beside('first.mjs') && changed('../dist/.compiled') <= changed('../.git/logs/HEAD'))
    await import('./first.mjs');
  const [, , command, ...more] = process.argv;
  if (command === '--version' && more.length === 0) {
    // Little of the program is loaded to say what it is; what killed runs have left is settled by any command.
    const { clearLeavings } = require('../dist/leavings.cjs');
    for (const left of clearLeavings()) process.stderr.write(`fmu: ${left}\n`);
    const { version } = require('../package.json');
    process.stdout.write(`${version}\n`);
  } else {
    module_.enableCompileCache?.();
    // What is asked for most often is one file each, whose bytecode is kept by any Node.
    const { main } = ['run', 'build', 'inspect'].includes(command)
      ? require('../dist/program.cjs').keptProgram(`./dist/${command}.cjs`)
      : await import('../dist/fmu.js');
    await main(process.argv.slice(2));
  }
}

// As Node says of a module that waits for what never comes.
let ended = false;
process.once('beforeExit', () => {
  if (!ended) process.exitCode = 13;
});
start().then(() => {
  ended = true;
});
