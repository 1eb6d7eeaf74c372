export { Unit } from './unit';
export { Runner } from './run';
export { fail, failure, Failure, idiv } from './safe';
export { Bytes } from './bytes';
