import { beginning } from '../markdown-text.mjs';
import { docComments } from '../source-text.mjs';

const openers = /^(What|Whether|Of|That|The same|Those|Who|Where)\b/;

/** Reports doc comments that start with a fronted clause or a pronoun. */
export const docCommentOpener = {
  id: 'doc-comment-opener',
  check({ kind, text }) {
    if (kind !== 'source') return [];
    return docComments(text)
      .map(({ line, text: comment }) => ({ line, comment: comment.trim() }))
      .filter(({ comment }) => openers.test(comment))
      .map(({ line, comment }) => ({
        line,
        message: `a doc comment opens with "${beginning(comment)}". Start with a verb ("Returns …", "Reads …") or with a noun phrase.`,
      }));
  },
};
