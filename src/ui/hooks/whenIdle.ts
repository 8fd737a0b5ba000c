/** Runs `run` once the browser is idle; returns a function that cancels the run. */
export const whenIdle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 300)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: 2000 })
  return () => cancelIdleCallback(idle)
}

const uses = ['pointermove', 'pointerdown', 'keydown'] as const
/**
 * Runs `run` once the browser is idle after the first pointer or key input. Returns a function that
 * cancels the run.
 */
export const whenUsed = (run: () => void): (() => void) => {
  let callOff = () => {}
  const used = () => {
    leave()
    callOff = whenIdle(run)
  }
  const leave = () => {
    for (const name of uses) document.removeEventListener(name, used)
  }
  for (const name of uses) document.addEventListener(name, used, { passive: true })
  return () => {
    leave()
    callOff()
  }
}
