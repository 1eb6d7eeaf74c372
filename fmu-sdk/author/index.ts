export { Bytes } from './bytes';
export { Events } from './events';
export { integrate } from './integrate';
export { Runner } from './run';
export { Failure, FailureListener, fail, failure, idiv, numberText } from './safe';
export { Unit } from './unit';
