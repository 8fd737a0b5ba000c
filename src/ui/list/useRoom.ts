import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Number of filters that the toolbar itself shows where there is room. */
export const mostInLine = 3
/**
 * Last step by which the toolbar saves room. Step 0 shows the labels of all buttons, step 1 hides
 * the labels of buttons that have an icon, and each further step moves one more filter behind the
 * button `Filter`.
 */
const lastStep = 1 + mostInLine

/** Whether the buttons are below the search box and the filters, or on several lines. */
const isWrapped = (tools: HTMLElement): boolean => {
  const [first] = tools.children
  const buttons = tools.querySelector<HTMLElement>(':scope > [data-buttons]')
  // The first button may be hidden.
  const button = buttons?.lastElementChild
  if (!first || !buttons || !button) return false
  const [top, row] = [first.getBoundingClientRect(), buttons.getBoundingClientRect()]
  const isBelow = Math.abs(top.bottom - row.bottom) > 2
  return isBelow || row.height > 1.5 * button.getBoundingClientRect().height
}

/**
 * Fits a toolbar to its width: returns the ref of the toolbar and the step (`lastStep`) at which it
 * has one line. The step is measured before the paint. It is measured again when the size changes
 * or `content`, a text that stands for the controls of the toolbar. A phone always has step 1,
 * because its toolbar has several lines.
 */
export const useRoom = (content: string) => {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState('')
  const [tried, setTried] = useState({ key: '', step: 0 })
  const key = `${size} ${content}`
  const step = tried.key === key ? tried.step : 0
  useLayoutEffect(() => {
    if (!ref.current || step >= lastStep) return
    const isPhone = matchMedia('(max-width: 767px)').matches
    if (isPhone ? step < 1 : isWrapped(ref.current)) setTried({ key, step: step + 1 })
  }, [key, step])
  useEffect(() => {
    const tools = ref.current
    if (!tools) return
    const observer = new ResizeObserver(() => setSize(`${tools.clientWidth} ${tools.clientHeight}`))
    observer.observe(tools)
    return () => observer.disconnect()
  }, [])
  return { ref, step }
}
