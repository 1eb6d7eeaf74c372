export { Bytes } from './bytes';
export { crowdWords } from './crowd';
export { Events } from './events';
export { integrate, keepSides } from './integrate';
export { Runner } from './run';
export { Failure, FailureListener, fail, failure, idiv, numberText } from './safe';
export { Unit } from './unit';
