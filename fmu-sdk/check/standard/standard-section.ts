/** Reason why a program cannot check a section. */
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
