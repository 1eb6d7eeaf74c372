import { describe, expect, it } from 'vitest';
import { MessageLog } from '../../../fmu-sdk/host/component/bounds/message-log.ts';
import { translateComponent } from '../../../fmu-sdk/host/component/component-form.ts';
import { openComponent } from '../../../fmu-sdk/host/component/open-component.ts';
import { type FmiApi, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { type Foreign, foreignUnit } from './foreign.ts';

async function open(foreign: Foreign): Promise<FmiApi> {
  const component = await foreignUnit('coSimulation', foreign);
  const calls = openComponent(
    await translateComponent(component, 'coSimulation', 'x.fmu'),
    'coSimulation',
    'x.fmu',
  );
  calls.instantiate({ instanceName: 'i', token: '' });
  return calls;
}

/** A list of `count` texts of `bytes` bytes each, all at one address. */
const many = (count: number, bytes: number): string => `(func $many (result i32) (local $i i32)
  (loop $l
    (i32.store (i32.add (i32.const 1024) (i32.shl (local.get $i) (i32.const 3))) (i32.const 65536))
    (i32.store (i32.add (i32.const 1028) (i32.shl (local.get $i) (i32.const 3))) (i32.const ${bytes}))
    (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const ${count}))))
  (call $list (i32.const 1024) (i32.const ${count})))`;

const takeMessages = (calls: FmiApi): string =>
  calls
    .takeLog()
    .map(({ message }) => message)
    .join();

describe('limits of the data that a component returns in one call', () => {
  it.each([
    ['texts', 'get-string', (calls: FmiApi) => calls.getStrings(Uint32Array.of(1), 2000)],
    ['binaries', 'get-binary', (calls: FmiApi) => calls.getBinaries(Uint32Array.of(1), 2000)],
  ])(
    'the transfer limit includes %s at one address that are listed a thousand times',
    async (_, name, get) => {
      const calls = await open({
        bodies: { [name]: '(call $many)' },
        memory: '200',
        more: many(2000, 12_000_000),
      });
      expect(get(calls).status).toBe(status.fatal);
      expect(takeMessages(calls)).toMatch(/the FMU returned more than 268435456 bytes in one call/);
      calls.close();
    },
  );

  it('the transfer limit includes a list of records or flags as long as its memory', async () => {
    const calls = await open({
      bodies: { 'get-interval-decimal': '(call $list (i32.const 65536) (i32.const 12000000))' },
      memory: '3100',
    });
    expect(calls.getInterval(Uint32Array.of(1)).status).toBe(status.fatal);
    expect(takeMessages(calls)).toMatch(/the FMU returned more than 268435456 bytes in one call/);
    calls.close();
  });

  it('every call of a component returns data within the transfer limit', async () => {
    const calls = await open({
      bodies: { 'get-string': '(call $many)' },
      memory: '200',
      more: many(4, 12_000_000),
    });
    for (let i = 0; i < 12; i++) {
      const { status: answer, values } = calls.getStrings(Uint32Array.of(1), 4);
      expect([answer, values.map(({ length }) => length)]).toEqual([status.ok, Array(4).fill(12_000_000)]);
    }
    calls.close();
  });
});

describe('the log of a component', () => {
  it('the log retains the last messages, counts the dropped ones, and shortens long ones to their start', () => {
    const log = new MessageLog();
    for (let i = 0; i < 5000; i++) log.add(status.warning, 'c'.repeat(1000), `${i}`);
    log.add(status.error, 'c', 'x'.repeat(20_000));
    const messages = log.take();
    expect(messages.length).toBeLessThanOrEqual(2001);
    expect(messages[0].message).toBe(`${5001 - (messages.length - 1)} older messages were dropped.`);
    expect(messages[1].category.length).toBeLessThan(300);
    expect(messages.at(-1)?.message).toBe(`${'x'.repeat(16_384)} … (3616 characters more)`);
    expect(log.take()).toEqual([]);
  });

  it('the log releases the memory of a long text after shortening it', () => {
    const log = new MessageLog();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 100; i++)
      log.add(status.ok, 'c', String.fromCharCode(97 + (i % 26)).repeat(8_000_000) + i);
    expect(log.take().length).toBe(100);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400e6);
  });
});
