export { Bytes } from './byte-buffer';
export { integrate, keepSides } from './integrate-unit';
export { Runner } from './run-unit';
export { Failure, FailureListener, fail, failure, idiv, numberText } from './safe-text';
export { Unit } from './unit';
export { Events } from './unit-events';
export { crowdWords } from './zeno-guard';
