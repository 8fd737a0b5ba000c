/** Lists whose table was too wide when last seen: they begin so, and are not laid out twice. */
const wide = new Set<string | undefined>()
/** How many rows of lists that were seen the window showed. */
const rowsInSight = new Map<string, number>()

/**
 * Whoever comes back to a list gets as many rows first as the window showed, and the rest when
 * those are painted.
 */
export const inSight = (list: string): number | undefined => rowsInSight.get(list)

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
    const [rows] = table.tBodies
    if (!rows || list === undefined || window.scrollY !== 0) return
    const seen = window.innerHeight - rows.getBoundingClientRect().top
    // Two more: they are not all equally high.
    rowsInSight.set(list, 2 + Math.ceil((seen * rows.rows.length) / rows.offsetHeight))
  })
  observer.observe(box)
  observer.observe(table)
  return () => observer.disconnect()
}
