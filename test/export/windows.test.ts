import { everyUnitOn } from './platforms.ts';

everyUnitOn('x86_64-windows');
