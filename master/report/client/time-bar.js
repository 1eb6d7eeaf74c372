/**
 * Slider, play, speed and zoom of a group, and its keys: space plays, arrows move (with shift ten times as far),
 * Home and End jump.
 * @param {HTMLElement} section
 * @param {import('./clock.js').Clock} clock
 * @param {import('./zoom.js').Zoom} zoom
 */
export function createTimeBar(section, clock, zoom) {
  const slider = /** @type {HTMLInputElement} */ (section.querySelector('.slider'));
  const shown = /** @type {HTMLElement} */ (section.querySelector('.time'));
  const decimals = Math.max(0, Math.ceil(3 - Math.log10(clock.end - clock.start || 1)));
  slider.min = String(clock.start);
  slider.max = String(clock.end);
  slider.addEventListener('input', () => clock.time.set(Number(slider.value)));
  const update = () => {
    const text = `${clock.time.get().toFixed(decimals)} s`;
    slider.value = String(clock.time.get());
    slider.setAttribute('aria-valuetext', text);
    shown.textContent = text;
  };
  clock.time.on(update);
  update();

  on(section, '.in', () => zoom.around(clock.time.get(), 0.5));
  on(section, '.out', () => zoom.around(clock.time.get(), 2));
  on(section, '.all', zoom.all);
  if (section.querySelector('.play')) createPlayer(section, clock);
  section.addEventListener('keydown', (event) => press(event, clock));
}

/**
 * @param {HTMLElement} section
 * @param {import('./clock.js').Clock} clock
 */
function createPlayer(section, clock) {
  const play = /** @type {HTMLElement} */ (section.querySelector('.play'));
  const speed = /** @type {HTMLSelectElement} */ (section.querySelector('.speed'));
  play.addEventListener('click', () => clock.playing.set(!clock.playing.get()));
  clock.playing.on((playing) => {
    play.textContent = playing ? '❚❚' : '▶';
    play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
  });
  speed.addEventListener('change', () => clock.speed.set(Number(speed.value)));
}

/**
 * @param {KeyboardEvent} event
 * @param {import('./clock.js').Clock} clock
 */
function press(event, clock) {
  const target = /** @type {Element} */ (event.target);
  if (
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    target.closest('button, select, summary, textarea, input:not(.slider)')
  )
    return;
  const stride = ((clock.end - clock.start) / 400) * (event.shiftKey ? 10 : 1);
  /** @type {Record<string, () => void>} */
  const keys = {
    ' ': () => clock.playing.set(!clock.playing.get()),
    ArrowRight: () => clock.move(stride),
    ArrowLeft: () => clock.move(-stride),
    Home: () => clock.time.set(clock.start),
    End: () => clock.time.set(clock.end),
  };
  if (!Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
}

/**
 * @param {HTMLElement} section
 * @param {string} selector
 * @param {() => void} action
 */
function on(section, selector, action) {
  section.querySelector(selector)?.addEventListener('click', action);
}
