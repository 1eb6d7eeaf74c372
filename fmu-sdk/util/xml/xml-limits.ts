/** Largest nesting depth of elements in a document. */
export const deepest = 200;

/** Largest number of attributes of an element. */
export const mostAttributes = 200;

/** Largest number of elements in a document, and of bytes or UTF-16 code units of its text. */
export const mostXmlElements = 3_000_000;
export const mostXmlText: number = 256 * 2 ** 20;
