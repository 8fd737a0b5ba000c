/**
 * Moves the focus in a form: to the first control at the start, to the first error when a value is
 * invalid.
 */

const controls = ':is(input:not([type=hidden]), select, textarea):enabled'
// A locked field takes no focus; passwords carry the mark on the box itself.
const wrongOnes =
  ':is([aria-invalid="true"], input[data-invalid], [data-invalid] :is(input, select)):enabled'
/** The second press of a double click comes within this time. */
const doubleClickMs = 500

/**
 * Begins at the first field; where something required is still to be filled in, at the first empty
 * one: what an address or the screen has chosen already is passed over.
 */
export const focusBeginning = (form: HTMLFormElement): void => {
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  const fields = [...form.querySelectorAll<Field>(controls)]
  const empty = fields.filter((field) => field.value === '')
  const begin = empty.some((field) => field.required) ? empty[0] : fields[0]
  begin?.focus({ preventScroll: true })
}

/**
 * Keeps the focus where it is while a double click ends: the page has moved under the pointer, so
 * its second press would land on whatever stands there now.
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

/** Goes to the first field that is wrong, or to what is said above the form. */
export const focusError = (form: HTMLFormElement | null): void => {
  const wrong =
    form?.querySelector<HTMLElement>(wrongOnes) ??
    form?.querySelector<HTMLElement>('[role=alert][tabindex]')
  dropSecondPress()
  wrong?.focus()
}
