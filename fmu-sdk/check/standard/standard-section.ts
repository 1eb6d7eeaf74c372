/** Why a section says nothing of a unit that a program could check. */
export type Beyond = 'explains' | 'example' | 'importer' | 'undecidable';

/** A section of a standard. */
export interface Section {
  number: string;
  title: string;
  beyond?: Beyond;
}

/** In words, for people. */
export const beyondWords: Record<Beyond, string> = {
  explains: 'explains; asks nothing of a unit',
  example: 'an example',
  importer: 'asks importers, not units',
  undecidable: 'no program can decide it',
};
