/** Runs once the browser has nothing better to do; answers how to call it off. */
export const whenIdle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 300)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: 2000 })
  return () => cancelIdleCallback(idle)
}
