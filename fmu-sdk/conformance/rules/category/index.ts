import type { StaticRule } from '../../rule.ts';
import { categoryNameNonempty } from './name-nonempty.ts';
import { categoryNameUnique } from './name-unique.ts';
import { categoryStandardName } from './standard-name.ts';

/** Rules of the area `category`. */
export const categoryRules: readonly StaticRule[] = [
  categoryNameNonempty,
  categoryNameUnique,
  categoryStandardName,
];
