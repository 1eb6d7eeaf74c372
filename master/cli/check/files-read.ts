import type { CheckOptions } from './options.ts';

/** Returns the files that the options of a check name as its input, besides the FMUs. */
export function filesRead({
  waivers,
  against,
  sameAs,
  reference,
  input,
  inputs,
}: Partial<CheckOptions>): string[] {
  return [waivers, against, sameAs, reference, input, inputs].filter((file) => file !== undefined);
}
