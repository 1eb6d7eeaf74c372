// Writes variables.ts of every unit, which the type check and the editors need.
import { existsSync, readdirSync } from 'node:fs';
import { register } from 'tsx/esm/api';
import { root } from './ensure.mjs';

register();
const { generateFields } = await import('../fmu-sdk/build/core.ts');
for (const unit of readdirSync(`${root}units`)) {
  const folder = `${root}units/${unit}`;
  if (existsSync(`${folder}/unit.json`)) generateFields(folder);
}
