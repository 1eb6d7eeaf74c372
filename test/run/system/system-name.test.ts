import { expect, it } from 'vitest';
import { systemNameOf } from '../../../master/system/system-name.ts';

it.each([
  ['chain', 'chain'],
  ['Überlast été', 'Uberlast_ete'],
  ['a b.c-1', 'a_b.c-1'],
  ['_x', 'x'],
  ['.hidden', 'hidden'],
  ['日本', 'system'],
  ['', 'system'],
])('the name %j becomes the system name %s', (text, name) => {
  expect(systemNameOf(text)).toBe(name);
  expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/);
});
