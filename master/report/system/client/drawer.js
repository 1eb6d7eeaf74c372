/**
 * Opens and closes the drawer of controls beside the plots.
 * @param {HTMLElement} drawer
 * @param {HTMLElement} opener
 */
export function createDrawer(drawer, opener) {
  const show = (/** @type {boolean} */ open) => {
    document.body.classList.toggle('with-drawer', open);
    drawer.hidden = !open;
    opener.setAttribute('aria-expanded', String(open));
  };
  opener.addEventListener('click', () => show(drawer.hidden));
  drawer.querySelector('.close')?.addEventListener('click', () => {
    show(false);
    opener.focus();
  });
  drawer.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    show(false);
    opener.focus();
  });
  show(false);
}
