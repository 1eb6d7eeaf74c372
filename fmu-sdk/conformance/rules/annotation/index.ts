import type { StaticRule } from '../../rule.ts';
import { annotationToolUnique } from './tool-unique.ts';
import { annotationTypeForm } from './type-form.ts';

/** Rules of the area `annotation`. */
export const annotationRules: readonly StaticRule[] = [annotationToolUnique, annotationTypeForm];
