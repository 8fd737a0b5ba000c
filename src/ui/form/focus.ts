/**
 * Moves the focus in a form. When the form opens, the first field to fill in gets the focus. After
 * a failed save, the first field with an error gets the focus.
 */

const controls = ':is(input:not([type=hidden]), select, textarea):enabled'
// Selector of invalid controls. It excludes disabled controls, which cannot take the focus.
// Password inputs have the error mark on their wrapper.
const wrongOnes =
  ':is([aria-invalid="true"], input[data-invalid], [data-invalid] :is(input, select)):enabled'
/** Selector of controls that show an error, also disabled ones. */
const errorMarks = ':is([aria-invalid="true"], [data-invalid], [data-error])'
/** Maximum time between the two presses of a double click, in ms. */
const doubleClickMs = 500

/**
 * Focuses the first empty field if any required field is empty, otherwise the first field. In a new
 * row, this skips the first fields if the URL or the screen has filled them in.
 */
export const focusBeginning = (form: HTMLFormElement): void => {
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  const fields = [...form.querySelectorAll<Field>(controls)]
  const empty = fields.filter((field) => field.value === '')
  const begin = empty.some((field) => field.required) ? empty[0] : fields[0]
  begin?.focus({ preventScroll: true })
}

/**
 * Ignores the second press of a double click. Focusing the error may scroll the page, and the
 * second press would then hit another element.
 */
const dropSecondPress = (): void => {
  const drop = (e: MouseEvent) => {
    if (e.detail < 2) return
    e.preventDefault()
    e.stopPropagation()
  }
  for (const type of ['mousedown', 'click'] as const) {
    window.addEventListener(type, drop, true)
    setTimeout(() => window.removeEventListener(type, drop, true), doubleClickMs)
  }
}

/**
 * Returns the frame (the element with `data-field` around a field) of the first field with an
 * error, in the order of the screen.
 */
const firstFrame = (form: HTMLFormElement, paths: readonly string[]): HTMLElement | undefined =>
  [...form.querySelectorAll<HTMLElement>('[data-field]')].find(({ dataset: { field } }) =>
    paths.some((path) => path === field || path.startsWith(`${field}.`)),
  )
/**
 * Returns the control inside a frame that gets the focus: an invalid control if any, otherwise the
 * first control. Returns undefined if all controls are disabled.
 */
const controlOf = (frame: HTMLElement): HTMLElement | undefined => {
  const find = (selector: string) => frame.querySelector<HTMLElement>(selector)
  return find(wrongOnes) ?? find(controls) ?? find('button:enabled') ?? undefined
}
const focusable = (frame: HTMLElement): HTMLElement => {
  frame.tabIndex = -1
  return frame
}
const isBefore = (a: HTMLElement, b: HTMLElement): boolean =>
  Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) && !b.contains(a)

/**
 * Focuses the first field with an error and scrolls the whole field into view, otherwise the
 * message above the form. `paths` are the fields with an error; the frame of each field has the
 * mark `data-field`. An invalid control outside this frame takes the focus if it comes before the
 * frame, such as an amount in a table. It also does if all controls of the frame are disabled and
 * none shows the error, because another field then shows the error. A frame that shows the error
 * at a disabled control takes the focus itself.
 */
export const focusError = (form: HTMLFormElement, paths: readonly string[]): void => {
  const first = firstFrame(form, paths)
  const invalid = form.querySelector<HTMLElement>(wrongOnes)
  const control = first && controlOf(first)
  const isHidden = !control && !first?.querySelector(errorMarks)
  const isElsewhere = invalid && first && (isHidden || isBefore(invalid, first))
  const frame = isElsewhere ? undefined : first
  const wrong = frame
    ? (control ?? focusable(frame))
    : (invalid ?? form.querySelector<HTMLElement>('[role=alert][tabindex]'))
  dropSecondPress()
  if (!wrong) return
  wrong.focus({ preventScroll: true })
  // Scrolls to the whole field with its label and message, and then to the control, in case the
  // field is higher than the screen.
  for (const element of [frame ?? wrong, wrong]) element.scrollIntoView({ block: 'nearest' })
}
