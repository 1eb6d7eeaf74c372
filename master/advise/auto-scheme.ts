import type { SchemeOption } from '../coupling/scheme-options.ts';

/** Default error, and default limit of work. */
export const defaultError = 1e-3;
export const defaultWork = 3e7;

/** Pseudo scheme for `algorithm.scheme` of a system whose scheme is selected before the run. */
export const autoScheme: { name: string; options: Readonly<Record<string, SchemeOption>> } = {
  name: 'auto',
  options: {
    error: {
      what: 'Largest error of exchanged values and outputs, relative to their nominal value or range',
      default: defaultError,
      least: 1e-9,
      most: 0.5,
    },
    until: {
      what: 'End time of trial runs [s], 0 for the end of the run',
      default: 0,
      least: -1e12,
      most: 1e12,
    },
    work: {
      what: 'Limit for the number of FMU steps, internal steps included',
      default: defaultWork,
      least: 100,
      most: 1e15,
    },
  },
};
