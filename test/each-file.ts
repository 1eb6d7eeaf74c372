import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './fixtures/temporary-folder.ts';

// This hook is registered before the hooks of a test file, and so runs after them.
afterAll(removeTemporaryFolders);
