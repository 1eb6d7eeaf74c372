export { Unit } from './unit';
export { fail, idiv } from './safe';
export { Bytes } from './bytes';
