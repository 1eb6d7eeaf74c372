/** Returns the place of the first column of each name. */
export function placesOf(names: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (let k = 0; k < names.length; k++) if (!places.has(names[k])) places.set(names[k], k);
  return places;
}
