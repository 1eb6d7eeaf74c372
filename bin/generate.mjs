// Writes variables.ts of every unit, which the type check and the editors need.
import { existsSync, readdirSync } from 'node:fs';
import { root } from './ensure.mjs';
import './typescript.mjs';

const { generateFields } = await import('../fmu-sdk/build/core.ts');
for (const unit of readdirSync(`${root}units`)) {
  const folder = `${root}units/${unit}`;
  if (existsSync(`${folder}/unit.json`)) generateFields(folder);
}
