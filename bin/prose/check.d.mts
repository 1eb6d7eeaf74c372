/** Describes a place that a rule of style reports. */
export interface Finding {
  path: string;
  line: number;
  rule: string;
  message: string;
}

export function kindOf(path: string): 'markdown' | 'source' | 'other';
export function checkFile(path: string, text: string): Finding[];
export function checkAllFiles(files: readonly { path: string; text: string }[]): Finding[];
