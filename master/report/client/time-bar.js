/**
 * Creates the slider, play button, speed and zoom of a group, and its keys. Space plays, arrows
 * move (with shift ten times as far), Home and End jump.
 * @param {HTMLElement} section
 * @param {import('./clock.js').Clock} clock
 * @param {import('./zoom.js').Zoom} zoom
 * @param {HTMLElement} heard where its keys are heard: all of a page that has one time
 */
export function createTimeBar(section, clock, zoom, heard = section) {
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
  heard.addEventListener('keydown', (event) => press(event, clock));
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
  const first = startSpeed(clock.end - clock.start);
  const known = [...speed.options].find((option) => Number(option.value) === first);
  const option = known ?? new Option(`${first} ×`, String(first));
  if (known === undefined) speed.add(option, first < 1 ? 0 : null);
  option.selected = true;
  clock.speed.set(first);
}

/**
 * Returns the initial speed: real time for durations between a second and some minutes. Otherwise
 * it returns 1, 2 or 5 times a power of ten, so that playing takes about five seconds.
 * @param {number} duration [s]
 */
export function startSpeed(duration) {
  if (duration >= 1 && duration <= 60) return 1;
  const wanted = duration / 5;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const times = [5, 2, 1].find((each) => each * power <= wanted * (1 + 1e-9)) ?? 1;
  return Number((times * power).toPrecision(1));
}

/**
 * @param {KeyboardEvent} event
 * @param {import('./clock.js').Clock} clock
 */
function press(event, clock) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (takes(/** @type {Element} */ (event.target), event.key)) return;
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
 * Returns true if an element uses a key itself: text and choice fields use all keys, buttons use
 * space, and scrollable elements use the keys that move them.
 * @param {Element} target
 * @param {string} key
 */
function takes(target, key) {
  if (target.closest('select, textarea, input:not(.slider, [type=checkbox])')) return true;
  if (key === ' ') return target.closest('button, summary, a, input:not(.slider)') !== null;
  return target.closest('[role=region][tabindex]') !== null;
}

/**
 * @param {HTMLElement} section
 * @param {string} selector
 * @param {() => void} action
 */
function on(section, selector, action) {
  section.querySelector(selector)?.addEventListener('click', action);
}
