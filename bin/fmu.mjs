#!/usr/bin/env node
import './typescript.mjs';

const { main } = await import('../master/cli/main.ts');
await main(process.argv.slice(2));
