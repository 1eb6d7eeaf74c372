export {
  exponential,
  identity,
  type Matrix,
  multiply,
  solve,
} from '../../../papers/stability/matrix-exponential.ts';
