import { expect, it } from 'vitest';
import { describeHangingRun } from '../../master/cli/exit/shutdown.ts';

it('a run whose FMU does not return is ended 1 s after the request, by a clock that counts waits', async () => {
  let passed = 0;
  const words = await describeHangingRun(
    { waits: true, called: { unit: 'pump', time: 0.5 } as never },
    async (time) => {
      passed += time;
    },
  );
  expect(passed).toBe(1000);
  expect(words).toBe(
    'step pump: at t = 0.5 s the FMU did not return within 1 s after the request to end. The run is ended by force.',
  );
});

it('the second before a forced end begins anew when the run has not called an FMU', async () => {
  let looks = 0;
  const runner = {
    get waits() {
      return looks !== 7;
    },
    called: undefined,
  };
  const words = await describeHangingRun(runner, async () => {
    looks++;
  });
  expect(looks).toBe(17);
  expect(words).toContain('the run has not begun within 1 s');
});
