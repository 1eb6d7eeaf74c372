import { limits } from '../limits.mjs';
import { beginning, paragraphs, wordsOf } from '../markdown-text.mjs';

/** Reports paragraphs and list items with too many words in Markdown. */
export const paragraphLength = {
  id: 'paragraph-length',
  check({ kind, text }) {
    if (kind !== 'markdown') return [];
    return paragraphs(text)
      .map((paragraph) => ({ ...paragraph, words: wordsOf(paragraph.text) }))
      .filter(({ words }) => words > limits.paragraphWords)
      .map(({ line, text: prose, words }) => ({
        line,
        message: `a paragraph of ${words} words, at most ${limits.paragraphWords}: "${beginning(prose)}". Split it, or make it a list.`,
      }));
  },
};
