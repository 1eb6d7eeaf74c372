/**
 * Reports whether the native host is built with sanitizers (`npm run fuzz -- --sanitize`), which
 * disables the memory limit.
 */
export const sanitized: boolean = process.env.FMUKIT_SANITIZER_REPORTS !== undefined;
