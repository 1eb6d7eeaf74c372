// Takes the place of the modules `events`, `js-yaml` and `url` in a page. xmlbuilder2 imports them,
// but needs only `events` to write XML.
export class EventEmitter {
  #listeners = new Map();

  on(event, listener) {
    this.#listeners.set(event, listener);
  }

  emit(event, value) {
    if (event === 'error') throw value;
    this.#listeners.get(event)?.(value);
  }
}
