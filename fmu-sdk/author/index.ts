export { Bytes } from './bytes';
export { Runner } from './run';
export { Failure, fail, failure, idiv } from './safe';
export { Unit } from './unit';
