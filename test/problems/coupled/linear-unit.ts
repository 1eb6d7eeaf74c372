export { type Linear, LinearUnit } from '../../../papers/stability/linear-unit.ts';
