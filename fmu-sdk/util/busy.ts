let enter: () => () => void = () => () => {};

/**
 * Sets what happens around long work that lets no listener run, such as a compilation. The command
 * line leaves signals to the system meanwhile. Without a function, nothing happens.
 *
 * @param begin called before the work. Returns a function for its end
 */
export function onBusy(begin: () => () => void = () => () => {}): void {
  enter = begin;
}

/** Announces long work that lets no listener run. Returns a function to call at its end. */
export const beginBusy = (): (() => void) => enter();
