// Limits of the style guide (docs/contributing/style.md).
export const limits = {
  sentenceWords: 30,
  paragraphWords: 80,
  meanWordsOfFile: 16,
  meanWordsOfReadme: 14,
  meanWordsOfAllFiles: 15,
  readmeLines: 150,
  folderReadmeLines: 40,
  commentColumns: 120,
  optionHelpWords: 40,
};
