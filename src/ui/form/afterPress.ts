/** Defers callbacks until a press of the pointer has become a click. */

let pressed = false
/** Ends of a press, in the order of their coming; a scroll by finger is cancelled. */
const ends = ['click', 'pointercancel', 'dragend'] as const
/** Longer than anybody holds a button to click. */
const patience = 1000

window.addEventListener('pointerdown', () => (pressed = true), true)
for (const end of ends) window.addEventListener(end, () => (pressed = false), true)

/**
 * Runs just before the click that the present press of the pointer will make, at once where none is
 * pressed: what is being clicked must not move away under the pointer, or the click is lost.
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
