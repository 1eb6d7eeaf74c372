/** Reason why a program cannot check a section. */
export type UncheckedReason = 'explains' | 'example' | 'importer' | 'undecidable';

/** A section of a standard. */
export interface Section {
  number: string;
  title: string;
  beyond?: UncheckedReason;
}

/** Texts for people. */
export const uncheckedReasonText: Record<UncheckedReason, string> = {
  explains: 'explanation without requirements on FMUs',
  example: 'an example',
  importer: 'requirements on importers, not on FMUs',
  undecidable: 'not decidable by a program',
};
