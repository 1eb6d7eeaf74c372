import { expect, it } from 'vitest';
import { bracketNote, unitNamed } from '../../master/ssp/ssp-units.ts';

it('reads a unit of measure in brackets without them, and notes line and unit of measure', () => {
  expect(unitNamed('[mm]', new Map())).toEqual({ ...unitNamed('mm', new Map()), name: '[mm]' });
  expect(bracketNote('<a>\n <ssv:Real value="1" unit="[mm]"/>\n <ssv:Real unit="[m]"/></a>')).toBe(
    'has in line 2 the unit of measure "[mm]", which is read as mm',
  );
  expect(bracketNote('<ssv:Real value="1" unit="m"/>')).toBeUndefined();
});

it('prefers the definition of the document for a unit of measure in brackets', () => {
  const definition = { name: '[mm]' };
  expect(unitNamed('[mm]', new Map([['[mm]', definition]]))).toBe(definition);
});
