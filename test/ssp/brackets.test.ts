import { expect, it } from 'vitest';
import { bracketNote, unitNamed } from '../../master/ssp/ssp-units.ts';

it('a unit of measure in brackets is read as what is in them, and a note names line and unit', () => {
  expect(unitNamed('[mm]', new Map())).toEqual({ ...unitNamed('mm', new Map()), name: '[mm]' });
  expect(bracketNote('<a>\n <ssv:Real value="1" unit="[mm]"/>\n <ssv:Real unit="[m]"/></a>')).toBe(
    'has in line 2 the unit of measure "[mm]", which is read as mm',
  );
  expect(bracketNote('<ssv:Real value="1" unit="m"/>')).toBeUndefined();
});

it('a document that defines a unit of that name has its way', () => {
  const own = { name: '[mm]' };
  expect(unitNamed('[mm]', new Map([['[mm]', own]]))).toBe(own);
});
