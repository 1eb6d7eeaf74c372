import { everyUnitOn } from './platforms.ts';

everyUnitOn('aarch64-linux');
