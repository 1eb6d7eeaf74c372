import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { instanceProxy } from '../../coupling/instance-proxy.ts';

/** Wraps instances so that they report the time of each step [ms]. */
export function timedInstances(
  instances: readonly Instance[],
  now: () => number,
  took: (unit: number, ms: number) => void,
): Instance[] {
  return instances.map((instance, k) => {
    const { eventful } = instance;
    const clocked =
      (step: (t: number, H: number) => number) =>
      (t: number, H: number): number => {
        const begin = now();
        const answer = step(t, H);
        took(k, now() - begin);
        return answer;
      };
    return instanceProxy(instance, {
      step: clocked(instance.step),
      seeEvents: instance.seeEvents?.bind(instance),
      ...(instance.continuous === undefined ? {} : { continuous: instance.continuous }),
      ...(eventful === undefined
        ? {}
        : { eventful: { ...eventful, step: clocked((t, H) => eventful.step(t, H)) } }),
    });
  });
}
