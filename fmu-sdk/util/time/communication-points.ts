import { decimals, mostPlaces } from './decimal-time.ts';

/**
 * The communication points t_n = (start + n · pace) / scale [s]. Decimals are one correctly rounded
 * division of whole numbers. So t_n is the number that a reader would write: 0.3 s for 3 · 0.1 s.
 * Other points have scale 1.
 */
export class CommunicationPoints {
  private constructor(
    readonly start: number,
    readonly pace: number,
    readonly scale: number,
  ) {}

  /** Returns the points t₀ + n H, rounded in product and sum. */
  static sums(startTime: number, step: number): CommunicationPoints {
    return new CommunicationPoints(startTime, step, 1);
  }

  /** Returns the points t₀ + n H as decimals, or as sums if t₀ or H has too many decimals. */
  static decimals(startTime: number, step: number): CommunicationPoints {
    const places = Math.max(decimals(startTime), decimals(step));
    const scale = 10 ** Math.min(places, mostPlaces);
    const [start, pace] = [Math.round(startTime * scale), Math.round(step * scale)];
    const isExact = [start, pace].every(Number.isSafeInteger);
    return isExact && start / scale === startTime && pace / scale === step
      ? new CommunicationPoints(start, pace, scale)
      : CommunicationPoints.sums(startTime, step);
  }

  at(n: number): number {
    return (this.start + n * this.pace) / this.scale;
  }
}
