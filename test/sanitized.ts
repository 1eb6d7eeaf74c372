/** Whether the host of native units is built with sanitizers (`npm run fuzz -- --sanitize`): then there is no limit of memory. */
export const sanitized: boolean = process.env.FMUKIT_SANITIZER_REPORTS !== undefined;
