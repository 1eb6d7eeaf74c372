import { describe, expect, it } from 'vitest';
import { connection, connector, eachUnit, type Opened, ssd } from './unit.ts';

const { open } = eachUnit();

/** Opens a system in which `c` feeds `d`, directly or through a connector of the system. */
function between(from: string, to: string, through = ''): Promise<Opened> {
  const inner = '<ssd:Component name="c" source="each.fmu"/><ssd:Component name="d" source="each.fmu"/>';
  const nested = `<ssd:System name="inside"><ssd:Connectors>${connector('out', 'output', through)}</ssd:Connectors><ssd:Elements><ssd:Component name="a" source="each.fmu"/></ssd:Elements><ssd:Connections>${connection(`a.${from}`, 'out')}</ssd:Connections></ssd:System>`;
  return open(
    ssd(
      through === ''
        ? {
            elements: inner.replace(/<ssd:Component name="c"[^>]*>/, ''),
            connections: connection(`c.${from}`, `d.${to}`),
          }
        : { elements: nested, connections: connection('inside.out', `c.${to}`) },
    ),
  );
}

describe('units of measure of SSP connections', () => {
  it('a value passes unchanged with a note if a unit of measure has no BaseUnit', async () => {
    const { connections, notes } = await between('ells', 'width');
    expect(connections).toEqual([{ from: 'c.ells', to: 'd.width', convertUnits: false }]);
    expect(notes).toEqual([
      expect.stringMatching(
        /connect c\.ells \[ell\] to d\.width \[m\]: the value is passed unchanged, because the unit of measure ell has no BaseUnit$/,
      ),
    ]);
    const nested = await between('ells', 'width', '<ssc:Real unit="ell"/>');
    expect(nested.connections).toEqual([{ from: 'inside.a.ells', to: 'c.width', convertUnits: false }]);
    expect(nested.notes).toHaveLength(1);
  });

  it('a difference is converted without an offset, also through connectors of systems', async () => {
    const passed = { convertUnits: false };
    expect((await between('rise', 'rises')).connections).toEqual([
      { from: 'c.rise', to: 'd.rises', ...passed },
    ]);
    const { connections, notes } = await between('rise', 'rises', '<ssc:Real/>');
    expect(connections).toEqual([{ from: 'inside.a.rise', to: 'c.rises', ...passed }]);
    expect(notes).toEqual([]);
  });

  it.each(['', '<ssc:Real/>'])(
    'refuses to convert a difference to an absolute value, and notes it without a conversion: "%s"',
    async (through) => {
      await expect(between('rise', 'celsius', through)).rejects.toThrow(
        /x\.ssd:\d+: connect: \S+ \[K\] is a difference, but \w\.celsius \[degC\] is an absolute value, so their units of measure cannot be converted/,
      );
      const { notes } = await between('rise', 'warm', through);
      expect(notes).toEqual([
        expect.stringMatching(
          /is a difference, but \w\.warm \[K\] is an absolute value \(relativeQuantity\)/,
        ),
      ]);
    },
  );
});
