import { limits } from '../limits.mjs';

/** Reports READMEs with too many lines: details belong in docs/. */
export const fileLength = {
  id: 'file-length',
  check({ path, text }) {
    const most =
      path === 'README.md'
        ? limits.readmeLines
        : /^(fmu-sdk|master|units)\/(.*\/)?README\.md$/.test(path)
          ? limits.folderReadmeLines
          : Number.POSITIVE_INFINITY;
    const lines = text.split('\n').length;
    if (lines <= most) return [];
    return [{ line: most + 1, message: `${lines} lines, at most ${most}. Move details to a page in docs/.` }];
  },
};
