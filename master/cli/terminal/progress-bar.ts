/** The bar of a terminal, loaded where one is shown: named here, as a dynamic import of CommonJS gives its default alone. */
export { SingleBar } from 'cli-progress';
