import { limits } from '../limits.mjs';
import { paragraphs, sentences } from '../markdown-text.mjs';

/** Files with fewer sentences are judged by their longest sentence alone. */
const fewSentences = 5;

const wordsOfSentences = (text) =>
  paragraphs(text).flatMap((paragraph) => sentences(paragraph, { joinCode: true }).map(({ words }) => words));

const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);

/** Reports Markdown files, and the whole of them, whose sentences are too long on average. */
export const meanLength = {
  id: 'mean-length',
  check({ path, kind, text }) {
    if (kind !== 'markdown') return [];
    const words = wordsOfSentences(text);
    const most = path === 'README.md' ? limits.meanWordsOfReadme : limits.meanWordsOfFile;
    if (words.length < fewSentences || mean(words) <= most) return [];
    return [
      {
        line: 1,
        message: `${mean(words).toFixed(1)} words a sentence on average, at most ${most}. Shorten the longest sentences.`,
      },
    ];
  },
  checkAll(files) {
    const words = files
      .filter(({ kind }) => kind === 'markdown')
      .flatMap(({ text }) => wordsOfSentences(text));
    if (mean(words) <= limits.meanWordsOfAllFiles) return [];
    return [
      {
        path: 'README.md',
        line: 1,
        message: `all Markdown files: ${mean(words).toFixed(1)} words a sentence on average, at most ${limits.meanWordsOfAllFiles}. Shorten the longest sentences.`,
      },
    ];
  },
};
