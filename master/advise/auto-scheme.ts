import type { SchemeOption } from '../coupling/scheme-options.ts';

/** What is wanted, and what it may take to find it, where nobody says. */
export const defaultError = 1e-3;
export const defaultWork = 3e7;

/** What stands for a scheme in `algorithm.scheme` of a system whose scheme is to be found before it runs. */
export const auto: { name: string; options: Readonly<Record<string, SchemeOption>> } = {
  name: 'auto',
  options: {
    error: {
      what: 'Largest error that is wanted of a value that is exchanged or comes out at the end of a chain, as a share of its nominal value or range',
      default: defaultError,
      least: 1e-9,
      most: 0.5,
    },
    until: {
      what: 'Time up to which schemes are tried [s]; 0: to the end',
      default: 0,
      least: -1e12,
      most: 1e12,
    },
    work: {
      what: 'Steps of units, internal ones among them, after which no more is tried',
      default: defaultWork,
      least: 100,
      most: 1e15,
    },
  },
};
