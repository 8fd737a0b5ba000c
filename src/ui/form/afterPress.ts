/** Defers callbacks until a pointer press has become a click. */

let pressed = false
/** Events that end a press. A touch that becomes a scroll ends with `pointercancel`. */
const ends = ['click', 'pointercancel', 'dragend'] as const
/** Maximum time to wait for the end of a press, in ms. */
const patience = 1000

window.addEventListener('pointerdown', () => (pressed = true), true)
for (const end of ends) window.addEventListener(end, () => (pressed = false), true)

/**
 * Runs a callback at once if no pointer is pressed. Otherwise runs it when the press ends, just
 * before the handlers of the click. A callback that ran during the press could move the pressed
 * element, and the click would miss it.
 */
export const afterPress = (run: () => void): void => {
  if (!pressed) return run()
  const end = () => {
    clearTimeout(timer)
    for (const name of ends) window.removeEventListener(name, end, true)
    run()
  }
  const timer = setTimeout(end, patience)
  for (const name of ends) window.addEventListener(name, end, true)
}
