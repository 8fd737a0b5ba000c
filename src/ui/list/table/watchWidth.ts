/**
 * Names of the lists whose table was wider than its scrolling box when it was last shown. When such
 * a list is shown again, its box is marked (`data-wide`) before the first measurement, which avoids
 * a second layout.
 */
const wide = new Set<string | undefined>()
/**
 * Ref of a list's scrolling box. Sets `data-wide` on the box while the table is wider than the box.
 * A table that fits scrolls with the page, and its head sticks under the page's header.
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
