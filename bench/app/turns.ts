/**
 * Measures actions on app and floor in alternation: the time from an action of the user to the
 * frame that shows its result.
 */
import type { Page } from '@playwright/test'
import { against, median, type Row } from '../table.ts'

export type Act = (page: Page, turn: number) => Promise<void>
export interface Work {
  name: string
  limit: string
  what?: 'rows' | 'record' | 'back'
  event: 'pointerup' | 'input' | 'popstate'
  /** Brings the page to the start of the turn. */
  before?: Act
  act: Act
  /** Brings the page back for the next turn. */
  after?: Act
  turns?: number
  /** Intended delay of the app in ms, such as a debounce, which is subtracted. */
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
 * Pause between turns in ms, like that of a user before the next click, so that background work of
 * one side does not disturb the turn of the other side.
 */
const pause = 400

/** Measures an action on both pages in alternation; returns a row with the medians. */
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
