#!/usr/bin/env node
// The command `fmu`, compiled; Node keeps its bytecode where it can.
import module from 'node:module';

module.enableCompileCache?.();
const { main } = await import('../dist/fmu.js');
await main(process.argv.slice(2));
