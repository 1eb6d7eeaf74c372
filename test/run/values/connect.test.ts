import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FmiType, UnitOfMeasure, Variable } from '../../../fmu-sdk/description/description.ts';
import { unitsOfMeasure } from '../../../fmu-sdk/description/si-units.ts';
import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import { ValueTransfer } from '../../../master/coupling/transfer/value-transfer.ts';
import type { Extrapolation } from '../../../master/extrapolation/extrapolation.ts';
import { extrapolations } from '../../../master/extrapolation/extrapolation-registry.ts';
import { resolveConnection } from '../../../master/system/connections/resolve-connection.ts';
import { ConnectionIndex } from '../../../master/system/structure/input-feeds.ts';
import type { Connection, ConnectionFile, SystemUnit } from '../../../master/system/system.ts';

/** Returns a variable of a unit that consists of memory only. */
interface Memory {
  type?: FmiType;
  unit?: string;
  dimensions?: number[];
  relativeQuantity?: boolean;
}

const arrays: Partial<Record<FmiType, new (n: number) => NumericArray>> = {
  Float64: Float64Array,
  Float32: Float32Array,
  Int32: Int32Array,
  Int64: BigInt64Array,
  Boolean: Uint8Array,
  Enumeration: Int32Array,
};

const units: UnitOfMeasure[] = unitsOfMeasure(['m', 'mm', 'kg', 'K', 'degC', '%', 'N.s/m']);
const items = ['off', 'slow', 'fast'].map((name, i) => ({ name, value: i + 1 }));

function unitOf(
  name: string,
  causality: 'input' | 'output',
  { type = 'Float64', ...more }: Memory,
): SystemUnit {
  const variable = {
    name: 'x',
    valueReference: 1,
    type,
    causality,
    variability: 'continuous',
    dimensions: [],
  };
  const declaration: Variable = {
    ...variable,
    ...(type === 'Enumeration' && { declaredType: 'E' }),
    ...more,
  } as Variable;
  const types = [{ name: 'E', type: 'Enumeration', items }];
  return {
    name,
    description: { variables: [declaration], unitsOfMeasure: units, types },
  } as unknown as SystemUnit;
}

const fail = (what: string): never => {
  throw new Error(what);
};

/** Notes on the connections of the current test. */
const notes: string[] = [];
beforeEach(() => void notes.splice(0));

/** Returns the input values of `b` over steps in which the output of `a` has these values. */
function exchanged(
  from: Memory,
  to: Memory,
  file: Partial<ConnectionFile>,
  values: readonly (number | bigint)[][],
  extrapolation?: Extrapolation,
): (number | bigint)[][] {
  const both = [unitOf('a', 'output', from), unitOf('b', 'input', to)];
  const [source, target] = both.map((u) => u.description.variables[0]);
  const ends = { from: { unit: 0, variable: source }, to: { unit: 1, variable: target }, order: 0 as const };
  const connection = resolveConnection({ from: 'a.x', to: 'b.x', ...file }, ends, both, fail, (words) =>
    notes.push(words),
  );
  const size = (v: Variable): number => v.dimensions.reduce((n, d) => n * d, 1);
  const memory = [source, target].map(
    (v) => new (arrays[v.type] as new (n: number) => NumericArray)(size(v)),
  );
  const instances = memory.map((view) => ({
    view: () => ({ view, offset: 0, length: view.length }),
    polynomial: () => ({ view: new Float64Array(), offset: -1 }),
  })) as unknown as Instance[];
  // The transfer to a thread loses nothing.
  const sent = structuredClone(connection);
  expect(sent).toStrictEqual(connection);
  const exchange = new ValueTransfer([sent], instances, 1, () => extrapolation);
  return values.map((row, n) => {
    row.forEach((x, i) => {
      memory[0][i] = x;
    });
    if (n === 0) {
      const before = [...memory[1]];
      expect(exchange.settle()).toBe(before.some((x, i) => !Object.is(x, memory[1][i])));
      expect(exchange.settle()).toBe(false);
    }
    exchange.transfer(n);
    return [...memory[1]];
  });
}

const one = (
  from: Memory,
  to: Memory,
  file: Partial<ConnectionFile>,
  x: number | bigint,
  extrapolation?: Extrapolation,
): number | bigint => exchanged(from, to, file, [[x]], extrapolation)[0][0];

describe('a connection', () => {
  it('converts mm to m, and K to degC with its offset', () => {
    expect(one({ unit: 'mm' }, { unit: 'm' }, {}, 250)).toBe(0.25);
    expect(one({ unit: 'm' }, { unit: 'mm' }, {}, 0.25)).toBe(250);
    expect(one({ unit: 'degC' }, { unit: 'K' }, {}, 20)).toBeCloseTo(293.15, 10);
    expect(one({ unit: 'K' }, { unit: 'degC' }, {}, 273.15)).toBeCloseTo(0, 10);
    expect(one({ unit: 'mm', type: 'Float32' }, { unit: 'm', type: 'Float32' }, {}, 1)).toBe(
      Math.fround(0.001),
    );
  });

  it('converts temperature differences without an offset', () => {
    const difference = (unit: string): Memory => ({ unit, relativeQuantity: true });
    expect(one(difference('degC'), difference('K'), {}, 5)).toBe(5);
    expect(one(difference('K'), difference('degC'), {}, 5)).toBe(5);
    expect(notes).toEqual([]);
  });

  it.each([
    ['degC', 'K', true],
    ['K', 'degC', false],
    ['mm', 'm', true],
  ])('refuses to convert %s to %s if only one end is a difference', (from, to, relative) => {
    const ends = [
      { unit: from, relativeQuantity: relative },
      { unit: to, relativeQuantity: !relative },
    ];
    const [a, b] = relative ? ['a difference', 'an absolute value'] : ['an absolute value', 'a difference'];
    expect(() => one(ends[0], ends[1], {}, 5)).toThrow(
      `a.x [${from}] is ${a}, but b.x [${to}] is ${b}, so their units of measure cannot be converted (relativeQuantity). Connect two differences`,
    );
    expect(one(ends[0], ends[1], { convertUnits: false }, 5)).toBe(5);
    expect(notes).toEqual([]);
  });

  it.each(['K', 'degC', 'furlong'])('notes that a difference feeds an absolute value, both in %s', (unit) => {
    expect(one({ unit, relativeQuantity: true }, { unit }, {}, 5)).toBe(5);
    expect(notes).toEqual([
      `connect a.x [${unit}] to b.x [${unit}]: a.x [${unit}] is a difference, but b.x [${unit}] is an absolute value (relativeQuantity). The value is passed unchanged`,
    ]);
  });

  it.each([
    ['furlong', 'm', 'furlong'],
    ['m', 'furlong', 'furlong'],
    ['furlong', 'stone', 'furlong'],
  ])('passes %s to %s unchanged with a note, because %s has no BaseUnit', (from, to, vague) => {
    expect(one({ unit: from }, { unit: to }, { factor: 2 }, 5)).toBe(10);
    expect(notes).toEqual([
      `connect a.x [${from}] to b.x [${to}]: the value is passed unchanged, because the unit of measure ${vague} has no BaseUnit`,
    ]);
  });

  it('refuses to connect kg to m, naming both ends', () => {
    expect(() => one({ unit: 'kg' }, { unit: 'm' }, {}, 1)).toThrow(
      'a.x [kg] cannot feed b.x [m]. Connect variables of the same quantity.',
    );
  });

  it('copies values if units of measure are equal or one is missing', () => {
    for (const [from, to] of [
      ['m', 'm'],
      ['furlong', 'furlong'],
      ['m', undefined],
      [undefined, 'm'],
    ])
      expect(one({ unit: from }, { unit: to }, {}, 0.1)).toBe(0.1);
  });

  it('applies factor and offset after the conversion of units of measure, or instead of it', () => {
    const linear = { factor: 2, offset: 1 };
    expect(one({ unit: 'mm' }, { unit: 'm' }, linear, 500)).toBe(2);
    expect(one({ unit: 'mm' }, { unit: 'm' }, { ...linear, convertUnits: false }, 500)).toBe(1001);
    expect(one({ unit: 'kg' }, { unit: 'm' }, { convertUnits: false }, 3)).toBe(3);
  });

  it('a conversion back and forth gives the original value, up to rounding', () => {
    const names = fc.constantFrom('K', 'degC');
    fc.assert(
      fc.property(names, names, fc.double({ min: -1e6, max: 1e6, noNaN: true }), (from, to, x) => {
        const converted = one({ unit: from }, { unit: to }, {}, x) as number;
        const back = one({ unit: to }, { unit: from }, {}, converted) as number;
        expect(Math.abs(back - x)).toBeLessThanOrEqual(1e-9);
      }),
    );
  });

  it('connects arrays element by element, or one element by index', () => {
    const rows = [[1, 2, 3, 4, 5, 6]];
    const matrix = { dimensions: [2, 3], unit: 'mm' };
    expect(exchanged(matrix, { dimensions: [2, 3], unit: 'm' }, { factor: 1000 }, rows)).toEqual(rows);
    expect(exchanged(matrix, {}, { fromIndex: [2, 1] }, rows)).toEqual([[4]]);
    expect(exchanged({}, { dimensions: [3] }, { toIndex: [2] }, [[7]])).toEqual([[0, 7, 0]]);
    expect(exchanged({}, { dimensions: [1] }, {}, [[7]])).toEqual([[7]]);
    expect(exchanged({ dimensions: [1, 1] }, {}, {}, [[7]])).toEqual([[7]]);
    expect(exchanged(matrix, { dimensions: [3] }, { fromIndex: [1, 3], toIndex: [1] }, rows)).toEqual([
      [3, 0, 0],
    ]);
  });

  it('accepts an input as a source only if it is a Clock that sets its own ticks', () => {
    const connected = (from: Partial<Variable>): Connection => {
      const both = [from, { intervalVariability: 'triggered' } as const].map((more, k) => {
        const unit = unitOf('ab'[k], 'input', { type: 'Clock' });
        Object.assign(unit.description.variables[0], more);
        return unit;
      });
      const [a, b] = both.map(({ description }, unit) => ({ unit, variable: description.variables[0] }));
      return resolveConnection(
        { from: 'a.x', to: 'b.x' },
        { from: a, to: b, order: 0 },
        both,
        fail,
        () => {},
      );
    };
    for (const intervalVariability of ['constant', 'fixed', 'tunable', 'changing', 'countdown'] as const)
      expect(connected({ intervalVariability }).from.unit).toBe(0);
    expect(() => connected({ intervalVariability: 'triggered' })).toThrow(
      'a.x is an input and cannot be a source. Connect an output, or a Clock that sets its own ticks.',
    );
    expect(() => connected({ type: 'Boolean' })).toThrow('cannot be a source. Connect an output.');
  });

  const startingAt = (causality: string): Connection => {
    const both = [unitOf('a', 'output', {}), unitOf('b', 'input', {})];
    Object.assign(both[0].description.variables[0], { causality });
    const [from, to] = both.map(({ description }, unit) => ({ unit, variable: description.variables[0] }));
    return resolveConnection({ from: 'a.x', to: 'b.x' }, { from, to, order: 0 }, both, fail, () => {});
  };

  it.each(['output', 'local', 'independent', 'calculatedParameter'])(
    'a connection may start at a variable with the causality %s',
    (causality) => {
      expect(startingAt(causality).from.variable.causality).toBe(causality);
    },
  );

  it.each(['parameter', 'structuralParameter'])(
    'a connection may not start at a variable with the causality %s',
    (causality) => {
      expect(() => startingAt(causality)).toThrow(
        `a.x is a ${causality} and cannot be a source. Connect an output.`,
      );
    },
  );

  it.each([
    [
      { dimensions: [3] },
      { dimensions: [2] },
      {},
      'a.x has the dimensions [3], but b.x has [2]. Connect variables with',
    ],
    [{ dimensions: [3] }, { dimensions: [2] }, { fromIndex: [1] }, 'Name one element of each'],
    [{ dimensions: [3] }, {}, { fromIndex: [4] }, 'a.x has the dimensions [3], so [4] is out of range'],
    [{ dimensions: [3] }, {}, { fromIndex: [1, 1] }, 'so [1,1] is out of range. Indexes count from 1'],
    [{ type: 'Int32' }, { type: 'Int32' }, { factor: 2 }, 'only Float64 and Float32 support a factor'],
    [
      { type: 'Float64', unit: 'm' },
      { type: 'Float32' },
      {},
      'a.x [m] is Float64, but b.x is Float32, which cannot hold all of its values. Connect variables of the same type, or numbers to a wider type.',
    ],
    [{}, {}, { map: [[1, 2]] }, 'a.x is Float64, but a map needs a boolean, integer or enumeration.'],
    [
      { type: 'Int32' },
      { type: 'Int32' },
      {
        map: [
          [1, 2],
          [1, 3],
        ],
      },
      'an output value occurs twice',
    ],
    [
      { type: 'Enumeration' },
      { type: 'Enumeration' },
      { map: [['slow', 'quick']] },
      '"quick" was given, expected one of "off", "slow", "fast"',
    ],
  ] as [Memory, Memory, Partial<ConnectionFile>, string][])(
    'refuses to connect %j to %j with %j: %s',
    (from, to, file, reason) => {
      expect(() => one(from, to, file, 0)).toThrow(reason);
    },
  );

  it('requires a map for an enumeration whose target lacks an item', () => {
    const [a, b] = [
      unitOf('a', 'output', { type: 'Enumeration' }),
      unitOf('b', 'input', { type: 'Enumeration' }),
    ];
    b.description.types = [{ name: 'E', type: 'Enumeration', items: items.slice(0, 2) }];
    const [from, to] = [a, b].map((u, unit) => ({ unit, variable: u.description.variables[0] }));
    const connect = (file: Partial<ConnectionFile>): Connection =>
      resolveConnection({ from: 'a.x', to: 'b.x', ...file }, { from, to, order: 0 }, [a, b], fail, () => {});
    expect(() => connect({})).toThrow(
      'a.x may be "fast" (3), which is not an item of b.x: "off" (1), "slow" (2). Add a "map".',
    );
    expect(connect({ map: [['fast', 'slow']] }).map).toEqual(new Map([[3, 2]]));
  });

  it('widens integers to larger ones and to floats, and single to double precision', () => {
    expect(one({ type: 'Int32' }, { type: 'Float64' }, {}, -(2 ** 31))).toBe(-(2 ** 31));
    expect(one({ type: 'Float32' }, { type: 'Float64' }, {}, Math.fround(0.1))).toBe(Math.fround(0.1));
    expect(one({ type: 'Int32' }, { type: 'Float64' }, { factor: 0.5 }, 3)).toBe(1.5);
    expect(one({ type: 'Int32' }, { type: 'Int64' }, {}, -7)).toBe(-7n);
    expect(one({ type: 'Int32' }, { type: 'Int64' }, { map: [[1, 9]] }, 255)).toBe(255n);
    expect(() => one({ type: 'Int32' }, { type: 'UInt64' }, {}, 1)).toThrow(
      'a.x is Int32, but b.x is UInt64',
    );
    expect(() => one({ type: 'Boolean' }, { type: 'Int32' }, {}, 1)).toThrow(
      'a.x is Boolean, but b.x is Int32, which cannot hold all of its values.',
    );
    expect(() => one({ type: 'Int32' }, { type: 'Float32' }, {}, 1)).toThrow(
      'a.x is Int32, but b.x is Float32',
    );
    expect(() => one({ type: 'Int64' }, { type: 'Float64' }, {}, 1n)).toThrow(
      'a.x is Int64, but b.x is Float64',
    );
  });

  it('maps integers to items of an enumeration, and refuses other numbers', () => {
    const mapValue = (
      type: FmiType,
      x: number | bigint,
      file: Partial<ConnectionFile> = {},
    ): number | bigint => one({ type }, { type: 'Enumeration' }, file, x);
    expect([1, 2, 3].map((x) => mapValue('Int32', x))).toEqual([1, 2, 3]);
    expect(mapValue('Int64', 3n)).toBe(3);
    expect(mapValue('Int32', 7, { map: [[7, 'slow']] })).toBe(2);
    expect(mapValue('Int32', 3, { map: [[7, 'slow']] })).toBe(3);
    for (const file of [{}, { map: [[7, 'slow']] as ConnectionFile['map'] }])
      expect(() => mapValue('Int32', 4, file)).toThrow(
        'couple a.x → b.x: expected an item of the input ("off" (1), "slow" (2), "fast" (3)), got 4. Correct the FMU\'s output, or add a "map".',
      );
    expect(() => mapValue('Float64', 1)).toThrow('a.x is Float64, but b.x is Enumeration');
  });

  it('maps items of an enumeration to their numbers', () => {
    expect(one({ type: 'Enumeration' }, { type: 'Int32' }, {}, 3)).toBe(3);
    expect(one({ type: 'Enumeration' }, { type: 'Int64' }, {}, 2)).toBe(2n);
    const far = unitOf('a', 'output', { type: 'Enumeration' });
    far.description.types = [{ name: 'E', type: 'Enumeration', items: [{ name: 'far', value: 2 ** 40 }] }];
    const near = unitOf('b', 'input', { type: 'Int32' });
    const [from, to] = [far, near].map((u, unit) => ({ unit, variable: u.description.variables[0] }));
    expect(() =>
      resolveConnection({ from: 'a.x', to: 'b.x' }, { from, to, order: 0 }, [far, near], fail, () => {}),
    ).toThrow('a.x is Enumeration, but b.x is Int32, which cannot hold all of its values');
  });

  it.each(extrapolations.all)(
    'copies values without a slope under $name: 64-bit integers, items, mapped values',
    (named) => {
      const large = 2n ** 60n + 1n;
      expect(one({ type: 'Int64' }, { type: 'Int64' }, {}, large, named)).toBe(large);
      const item = { type: 'Enumeration' } as const;
      expect(one(item, item, { map: [['fast', 'off']] }, 3, named)).toBe(1);
      expect(() => one({ type: 'Int32' }, item, {}, 4, named)).toThrow('expected an item of the input');
      expect(one({ type: 'Int32' }, {}, { map: [[5, 0.5]] }, 5, named)).toBe(0.5);
    },
  );

  it('refuses a factor, an offset or a conversion together with a map', () => {
    expect(() => one({ type: 'Int32' }, {}, { map: [[5, 1]], factor: 2 }, 5)).toThrow(
      "a.x to b.x has a map and also the factor 2 and offset 0, but a map gives the input's values directly.",
    );
    const [from, to] = [{ type: 'Int32', unit: 'm' } as const, { unit: 'mm' }];
    const map: ConnectionFile['map'] = [[5, 1]];
    expect(() => one(from, to, { map }, 5)).toThrow('has a map and also the factor 1000 and offset 0');
    expect(one(from, to, { map, convertUnits: false }, 5)).toBe(1);
  });

  it('a value beyond single precision becomes infinite', () => {
    const both = [unitOf('a', 'output', { type: 'Float32' }), unitOf('b', 'input', { type: 'Float32' })];
    const [from, to] = both.map(({ description }, unit) => ({ unit, variable: description.variables[0] }));
    const view = Float32Array.of(1e30);
    const instances = both.map(() => ({
      view: () => ({ view, offset: 0, length: 1 }),
    })) as unknown as Instance[];
    const conversion = { factor: 1e30, offset: 0 };
    expect(new ValueTransfer([{ from, to, order: 0, conversion }], instances, 1).transfer(0)).toBe(
      Number.NaN,
    );
  });

  it('refuses a linear transformation of an integer that widens to 64 bits', () => {
    expect(() => one({ type: 'Int32' }, { type: 'Int64' }, { factor: 2 }, 3)).toThrow(/a\.x|factor/);
  });

  it('maps booleans, integers of any size and items, and passes other values unchanged', () => {
    const maps = (type: FmiType, map: ConnectionFile['map'], values: (number | bigint)[]): unknown =>
      exchanged(
        { type },
        { type },
        { map },
        values.map((x) => [x]),
      ).flat();
    expect(
      maps(
        'Boolean',
        [
          [true, false],
          [false, true],
        ],
        [1, 0],
      ),
    ).toEqual([0, 1]);
    expect(
      maps(
        'Int32',
        [
          [1, 10],
          [2, 20],
        ],
        [1, 2, 3],
      ),
    ).toEqual([10, 20, 3]);
    expect(maps('Int64', [[1, -1]], [1n, 2n])).toEqual([-1n, 2n]);
    expect(
      maps(
        'Enumeration',
        [
          ['off', 'fast'],
          [2, 'off'],
        ],
        [1, 2, 3],
      ),
    ).toEqual([3, 1, 3]);
  });
});

describe('the index of connections by input', () => {
  const into = (toElement?: number): Connection =>
    ({
      to: { unit: 0, variable: { type: 'Float64', valueReference: 1 } },
      toElement,
    }) as unknown as Connection;

  it('two connections may feed different elements of an array, but not the same element', () => {
    const feeds = new ConnectionIndex();
    const [first, second] = [into(0), into(1)];
    expect([feeds.add(first), feeds.add(second)]).toEqual([undefined, undefined]);
    expect(feeds.add(into(1))).toBe(second);
    expect(feeds.add(into())).toBe(first);
  });
});
