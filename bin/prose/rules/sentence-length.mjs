import { limits } from '../limits.mjs';
import { beginning, paragraphs, sentences } from '../markdown-text.mjs';
import { docComments } from '../source-text.mjs';

/** Reports sentences with too many words in Markdown and in doc comments. */
export const sentenceLength = {
  id: 'sentence-length',
  check({ kind, text }) {
    const prose =
      kind === 'markdown'
        ? paragraphs(text)
        : kind === 'source'
          ? docComments(text).flatMap((comment) =>
              paragraphs(withoutTags(comment.text)).map((each) => ({
                ...each,
                line: comment.line + each.line - 1,
              })),
            )
          : [];
    return prose
      .flatMap((paragraph) => sentences(paragraph))
      .filter(({ words }) => words > limits.sentenceWords)
      .map(({ line, text: sentence, words }) => ({
        line,
        message: `a sentence of ${words} words, at most ${limits.sentenceWords}: "${beginning(sentence)}". Split it.`,
      }));
  },
};

/** A tag of a doc comment starts a paragraph; the code of an example is left out, line by line. */
const withoutTags = (text) =>
  text
    .replace(/^@example[\s\S]*?(?=^@|$(?![\s\S]))/gm, (code) => code.replace(/[^\n]/g, ''))
    .replace(/^@(\w+)/gm, '- @$1');
