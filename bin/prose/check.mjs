// The project's own rules of style, on files as `{ path, kind, text }`.
import { commentWidth } from './rules/comment-width.mjs';
import { docCommentOpener } from './rules/doc-comment-opener.mjs';
import { fileLength } from './rules/file-length.mjs';
import { meanLength } from './rules/mean-length.mjs';
import { optionHelp } from './rules/option-help.mjs';
import { paragraphLength } from './rules/paragraph-length.mjs';
import { forbiddenPhrases } from './rules/phrases.mjs';
import { sentenceLength } from './rules/sentence-length.mjs';
import { testTitle } from './rules/test-title.mjs';

export const rules = [
  fileLength,
  meanLength,
  sentenceLength,
  paragraphLength,
  forbiddenPhrases,
  docCommentOpener,
  commentWidth,
  optionHelp,
  testTitle,
];

/** Returns the kind of a file by its path: Markdown, source, or another that no rule examines. */
export function kindOf(path) {
  if (/(^|\/)node_modules\/|^docs\/api\/|^docs\/\.vitepress\/(dist|cache)\/|^test\/reference/.test(path))
    return 'other';
  if (path.endsWith('.md')) return 'markdown';
  return /\.(ts|mts|mjs|cjs|js)$/.test(path) && !/\.d\.m?ts$/.test(path) ? 'source' : 'other';
}

/** Returns what the rules find in a file: `{ path, line, rule, message }`. */
export function checkFile(path, text) {
  const file = { path, kind: kindOf(path), text };
  if (file.kind === 'other') return [];
  return rules.flatMap(({ id, check }) => [...check(file)].map((each) => ({ path, rule: id, ...each })));
}

/** Returns what the rules find in all files together. */
export function checkAllFiles(files) {
  const known = files.map(({ path, text }) => ({ path, kind: kindOf(path), text }));
  return rules.flatMap(({ id, checkAll }) =>
    (checkAll?.(known) ?? []).map((each) => ({ rule: id, ...each })),
  );
}
