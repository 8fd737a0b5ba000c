/**
 * Moves the focus in a form. When the form opens, the first field to fill in gets the focus. After
 * a failed save, the first field with an error gets the focus.
 */

const controls = ':is(input:not([type=hidden]), select, textarea):enabled'
// Selector of invalid fields. It excludes disabled fields, which cannot take the focus. Password
// inputs have the error mark on their wrapper.
const wrongOnes =
  ':is([aria-invalid="true"], input[data-invalid], [data-invalid] :is(input, select)):enabled'
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

/** Focuses the first invalid field, otherwise the message above the form. */
export const focusError = (form: HTMLFormElement | null): void => {
  const wrong =
    form?.querySelector<HTMLElement>(wrongOnes) ??
    form?.querySelector<HTMLElement>('[role=alert][tabindex]')
  dropSecondPress()
  wrong?.focus()
}
