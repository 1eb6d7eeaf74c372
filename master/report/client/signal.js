/**
 * Value that notifies its listeners of changes.
 * @template T
 * @typedef {{ get: () => T, set: (value: T) => void, on: (listener: (value: T) => void) => void }}
 * Signal
 */

/**
 * @template T
 * @param {T} value
 * @returns {Signal<T>}
 */
export function signal(value) {
  /** @type {((value: T) => void)[]} */
  const listeners = [];
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener(next);
    },
    on: (listener) => {
      listeners.push(listener);
    },
  };
}
