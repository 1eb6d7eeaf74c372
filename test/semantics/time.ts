/** Grains in a second. Decimals with six places and thirds of them are whole numbers of grains. */
export const grainsPerSecond = 3_000_000;

/** Returns the seconds of a time in grains, rounded once. */
export function seconds(grains: number): number {
  return grains / grainsPerSecond;
}
