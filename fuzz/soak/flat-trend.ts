import { type Holding, type Holdings, holdings } from './soak-measure.ts';

/** Course of a repeated action: holdings when warm, half way from there, and at the end. */
export interface Course {
  name: string;
  /** Times that it was done between the first and the last. */
  times: number;
  warm: Holdings;
  middle: Holdings;
  end: Holdings;
}

/**
 * Repeats an action `times` times. The first fifth warms up and fills caches. `each` is one action.
 */
export async function course(
  name: string,
  times: number,
  once: (n: number) => Promise<void>,
  value = 1,
): Promise<Course> {
  const warming = Math.ceil(times / 5);
  const half = Math.ceil((times + warming) / 2);
  let done = 0;
  const until = async (n: number): Promise<Holdings> => {
    while (done < n) await once(done++);
    return holdings();
  };
  const [warm, middle, end] = [await until(warming), await until(half), await until(times)];
  return { name, times: (times - warming) * value, warm, middle, end };
}

/**
 * Largest growth that passes. For memory it is the allocator's own growth, plus less than any
 * significant object for each repetition. Counted resources may not grow.
 */
const most: Readonly<Record<Holding, (times: number) => number>> = {
  rss: (times) => (48 << 20) + 2048 * times,
  heap: (times) => (4 << 20) + 512 * times,
  descriptors: () => 0,
  threads: () => 0,
  processes: () => 0,
  scratch: () => 0,
};

export interface Verdict {
  holding: Holding;
  warm: number;
  middle: number;
  end: number;
  flat: boolean;
}

export function verdicts({ times, warm, middle, end }: Course): Verdict[] {
  return (Object.keys(most) as Holding[]).map((holding) => ({
    holding,
    warm: warm[holding],
    middle: middle[holding],
    end: end[holding],
    flat: end[holding] - warm[holding] <= most[holding](times),
  }));
}

/** A line for each holding: warm, half way, end, growth for each time, verdict. */
export function lines(of: Course): string[] {
  return verdicts(of).map(({ holding, warm, middle, end, flat }) => {
    const bytes = holding === 'rss' || holding === 'heap';
    const show = (n: number): string => (bytes ? `${(n / 1e6).toFixed(1)} MB` : String(n));
    const value = (end - warm) / of.times;
    const growth = bytes ? `${value.toFixed(value > -10 && value < 10 ? 2 : 0)} bytes` : value.toFixed(4);
    return `  ${holding.padEnd(12)} ${[warm, middle, end].map((n) => show(n).padStart(9)).join(' → ')}  ${growth.padStart(12)} each  ${flat ? 'flat' : 'NOT FLAT'}`;
  });
}
