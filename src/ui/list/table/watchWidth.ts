/**
 * Names of the lists whose table was wider than its box when last shown. Such a table is marked as
 * too wide from the start, which avoids a second layout.
 */
const wide = new Set<string | undefined>()
/**
 * Ref of a list's scrolling box, which marks a table that is too wide for the box. A table that
 * fits scrolls with the page, and its head sticks under the page's header.
 */
export const watchWidth = (box: HTMLDivElement | null): (() => void) | undefined => {
  const table = box?.querySelector('table')
  if (!box || !table || typeof ResizeObserver === 'undefined') return
  const { rows: list } = box.dataset
  box.toggleAttribute('data-wide', wide.has(list))
  const observer = new ResizeObserver(() => {
    const isWide = box.toggleAttribute('data-wide', table.offsetWidth > box.clientWidth + 1)
    if (isWide) wide.add(list)
    else wide.delete(list)
  })
  observer.observe(box)
  observer.observe(table)
  return () => observer.disconnect()
}
