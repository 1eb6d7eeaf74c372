/** Reason why a section has no requirement on FMUs that a program could check. */
export type Beyond = 'explains' | 'example' | 'importer' | 'undecidable';

/** A section of a standard. */
export interface Section {
  number: string;
  title: string;
  beyond?: Beyond;
}

/** Texts for people. */
export const beyondWords: Record<Beyond, string> = {
  explains: 'explanation without requirements on FMUs',
  example: 'an example',
  importer: 'requirements on importers, not on FMUs',
  undecidable: 'not decidable by a program',
};
