/** Six digits, which is more than a comparison needs. */
export function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
