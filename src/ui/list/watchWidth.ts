/** Lists whose table was too wide when last seen: they begin so, and are not laid out twice. */
const wide = new Set<string | undefined>()
/**
 * Ref of a list's scrolling box: tells the styles when the table is too wide for it. Where it fits,
 * the page is what scrolls, and the head stays under the page's own.
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
