import { lineAt } from '../source-text.mjs';

const openers =
  'of|that|with|where|but|by|for|in|at|on|from|is|are|has|have|was|were|may|and|or|when|whether|which|whose';

/** Titles of `it('…'`, `test.skip('…'` and `it.each(…)('…'`. */
const title = new RegExp(
  `(?:\\b(?:it|test)(?:\\.\\w+)*\\(|\\)\\()\\s*(['"\`])((?:${openers})\\b[^\\n]{0,60})`,
  'g',
);

/** Reports titles of tests that open with a preposition or a fragment of a verb. */
export const testTitle = {
  id: 'test-title',
  check({ path, text }) {
    if (!/^test\/.*\.test\.ts$/.test(path)) return [];
    return [...text.matchAll(title)].map((match) => ({
      line: lineAt(text, match.index + match[0].length - match[2].length),
      message: `a test title opens with "${match[2].split(/\s/)[0]}". Write a complete claim: the subject, or a verb ("rejects …").`,
    }));
  },
};
