import { lineAt } from '../source-text.mjs';

/** Phrases that the style guide replaces; "is no longer" and "is no more than" are plain English. */
const phrases = /\bis none\b|\bis no (?!longer\b|more\b)[a-z]+|\bare none\b|\bknows? none\b|\bof which\b/g;

/**
 * Texts that cannot change freely. Messages of `fmu-sdk/author` and of the glue are compiled into
 * FMUs, and a new text changes their bytes. Tests hold invalid input and texts of other programs.
 */
const exempt = /^(fmu-sdk\/author|fmu-sdk\/build\/component\/glue|test)\/.*\.ts$/;

/** Reports phrases in Markdown and sources, their comments and messages included. */
export const forbiddenPhrases = {
  id: 'phrase',
  check({ path, kind, text }) {
    // The rule names what it looks for.
    if (kind === 'other' || path.startsWith('bin/prose/') || exempt.test(path)) return [];
    return [...text.matchAll(phrases)].map(({ 0: phrase, index }) => ({
      line: lineAt(text, index),
      message: `"${phrase}". Write "X is missing", "expected A, got B" or "does not support X"; start a new sentence instead of "of which".`,
    }));
  },
};
