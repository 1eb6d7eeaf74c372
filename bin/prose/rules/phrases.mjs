import { lineAt } from '../source-text.mjs';

/** Phrases that the style guide replaces; "is no longer" and "is no more than" are plain English. */
const phrases = /\bis none\b|\bis no (?!longer\b|more\b)[a-z]+|\bare none\b|\bknows? none\b|\bof which\b/g;

/** Reports phrases in Markdown and sources, their comments and messages included. */
export const forbiddenPhrases = {
  id: 'phrase',
  check({ path, kind, text }) {
    // The rule names what it looks for.
    if (kind === 'other' || path.startsWith('bin/prose/') || path === 'test/docs/prose.test.ts') return [];
    return [...text.matchAll(phrases)].map(({ 0: phrase, index }) => ({
      line: lineAt(text, index),
      message: `"${phrase}". Write "X is missing", "expected A, got B" or "does not support X"; start a new sentence instead of "of which".`,
    }));
  },
};
