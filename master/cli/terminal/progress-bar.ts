/**
 * Exports the progress bar by name, because a dynamic import of CommonJS has only a default export.
 */
export { SingleBar } from 'cli-progress';
