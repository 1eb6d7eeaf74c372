/** Text of rule-files.ts, from the files of rules/ below the root. */
export function ruleFiles(root: string): string;
/** Writes rule-files.ts where it differs from the folder. */
export function generateRuleFiles(root: string): void;
