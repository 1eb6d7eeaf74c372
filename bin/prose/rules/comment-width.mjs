import { limits } from '../limits.mjs';

/** Reports lines of comments that are too wide. */
export const commentWidth = {
  id: 'comment-width',
  check({ kind, text }) {
    if (kind !== 'source') return [];
    return text
      .split('\n')
      .map((line, index) => ({ line: index + 1, comment: line }))
      .filter(({ comment }) => comment.length > limits.commentColumns && /^\s*(\/\/|\*|\/\*)/.test(comment))
      .map(({ line, comment }) => ({
        line,
        message: `a comment line of ${comment.length} columns, at most ${limits.commentColumns}. Wrap it at 100.`,
      }));
  },
};
