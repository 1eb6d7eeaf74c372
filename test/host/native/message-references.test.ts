import { describe, expect, it } from 'vitest';
import type { Variable } from '../../../fmu-sdk/description/description.ts';
import { messageReader } from '../../../fmu-sdk/host/instance/message-references.ts';

const variable = (name: string, type: string, valueReference: number): Variable =>
  ({ name, type, valueReference }) as Variable;
const read = messageReader({
  variables: [
    variable('body.m', 'Float64', 1365),
    variable('body.mass', 'Float64', 1365),
    variable('gear', 'Enumeration', 3),
    variable('n', 'Int32', 1365),
    variable('on', 'Boolean', 0),
    variable('file', 'String', 0),
  ],
});

describe('messages of FMI 2.0', () => {
  it.each([
    // The example of the standard.
    [
      '#r1365# must be larger than zero (used in IO channel ##4)',
      'body.m must be larger than zero (used in IO channel #4)',
    ],
    ['#i3# #i1365# #b0# #s0#', 'gear n on file'],
    ['#r01365#', 'body.m'],
    ['##r1365#', '#r1365#'],
    ['#r1365###', 'body.m#'],
    ['#r9# #x1365# # 5 #', '#r9# #x1365# # 5 #'],
    ['', ''],
  ])('%j reads %j', (message, text) => {
    expect(read(message)).toBe(text);
  });
});
