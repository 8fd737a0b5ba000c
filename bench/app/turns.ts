/**
 * Measures the time from an action of the user to the frame that shows its result. A turn is one
 * action in the app, and then the same action on the floor (the handwritten reference page).
 */
import type { Page } from '@playwright/test'
import { against, median, type Row } from '../table.ts'

export type Act = (page: Page, turn: number) => Promise<void>
export interface Work {
  name: string
  limit: string
  what?: 'rows' | 'record' | 'back'
  event: 'pointerup' | 'input' | 'popstate'
  /**
   * Prepares the page before each measured action. For example, opens the record from which the
   * action goes back.
   */
  before?: Act
  act: Act
  /**
   * Restores the state of the page after each measured action. For example, goes back from a record
   * to the list.
   */
  after?: Act
  turns?: number
  /**
   * Intended delay of the app in ms, such as a debounce. It is subtracted from the measured times
   * of the app.
   */
  meant?: number
}

/** Returns an action that clicks the first match of a selector with the mouse. */
export const click =
  (selector: string): Act =>
  async (page) => {
    await page.locator(selector).first().scrollIntoViewIfNeeded()
    const box = await page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`Nothing to click: ${selector}`)
    await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20))
    await page.mouse.down()
    await page.mouse.up()
  }
/**
 * Pause in ms between the steps of a measurement, like the pause of a user before the next click.
 * Without the pause, background work of one page would slow down the other page.
 */
const pause = 400

/**
 * Measures an action in the app and on the floor (the reference page) in alternation. The first
 * action on each page is not counted. Returns a row with the median times. Throws when a page shows
 * nothing new within 10 s.
 */
export const measureTurns = async (
  pages: readonly [ours: Page, floor: Page],
  { name, limit, what = 'rows', event, before, act, after, turns = 15, meant = 0 }: Work,
): Promise<Row> => {
  const took: [number[], number[]] = [[], []]
  for (let turn = -1; turn < turns; turn++) {
    for (const [side, page] of pages.entries()) {
      if (before) {
        await before(page, turn + 1)
        await page.waitForTimeout(pause)
      }
      await page.evaluate(([w, e]) => bench.arm(w, e), [what, event] as const)
      await act(page, turn + 1)
      const ms = await Promise.race([
        page.evaluate(() => bench.took),
        page.waitForTimeout(10_000).then(() => {
          throw new Error(`${name}: nothing new on ${page.url()}`)
        }),
      ])
      if (turn >= 0) took[side as 0 | 1].push(ms - (side === 0 ? meant : 0))
      await page.waitForTimeout(pause)
      if (after) {
        await after(page, turn)
        await page.waitForTimeout(pause)
      }
    }
  }
  return against(name, 'ms', median(took[0]), median(took[1]), limit)
}
