/**
 * What an accessibility checker says of a page: all of it or a part, light and dark, wide and at
 * 320 px.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

/** Less than half as much to hand over and to compile as what the package exports as its source. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Rules = 'all' | 'colours'
/**
 * Leaves `sameRows()` in the page: rows and items of a list in which only the words differ from one
 * that is checked. What a checker would say of them it says of that one: same elements, classes,
 * styles and attributes, none of them empty where the other's is not, on the same of two stripes.
 * The last of a list has another neighbour, and is kept.
 */
const addSameRows = () => {
  const kept =
    /^(?:class|style|type|role|data-.*|aria-(?!label$|labelledby$|describedby$|controls$).*)$/
  const signs = (node: Node): string => {
    if (!(node instanceof Element)) return node.textContent?.trim() ? 'text' : ''
    const attributes = [...node.attributes].map(({ name, value }) => {
      const says = kept.test(name) && name !== 'data-id' ? value : String(value.trim() !== '')
      return `${name}=${says}`
    })
    const inner = [...node.childNodes].map(signs).join('')
    return `<${node.tagName} ${attributes.toSorted().join(' ')}>${inner}</>`
  }
  const sameRows = () =>
    [...document.querySelectorAll('main :is(tbody, ul, ol)')].flatMap((list) => {
      const seen = new Set<string>()
      return [...list.children].filter((row, i, { length }) => {
        const sign = `${i % 2} ${signs(row)}`
        const isSame = seen.has(sign) && i < length - 1
        seen.add(sign)
        return isSame
      })
    })
  Object.assign(window, { sameRows })
}
/**
 * Leaves `checkedBefore()` in the page: what stands around `main` exactly as it stood when this tab
 * was checked before by the same rules, in the same colours, at the same place. Nearly all that a
 * page of a few fields holds is the menu.
 */
const addCheckedBefore = () => {
  const hashOf = (text: string) => {
    let hash = 0
    for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
    return `${text.length}:${hash}`
  }
  const checkedBefore = (rules: string) => {
    const known = new Set<string>(JSON.parse(sessionStorage.getItem('checked') ?? '[]'))
    const before = new Set(known)
    const look = (parent: Element, around: string): Element[] =>
      [...parent.children].flatMap((part) => {
        if (part.matches('main, script, style')) return []
        const own = `${around}<${part.tagName} ${[...part.attributes].map((a) => `${a.name}=${a.value}`).join(' ')}>`
        if (part.querySelector('main') || part.matches(':focus-within, :hover'))
          return look(part, own)
        const { x, y, width, height } = part.getBoundingClientRect()
        const sign = hashOf([around, x, y, width, height, part.outerHTML].join('|'))
        if (before.has(sign)) return [part]
        known.add(sign)
        return look(part, own)
      })
    const { documentElement: html, body } = document
    const { mantineColorScheme } = html.dataset
    const found = look(body, `${rules} ${mantineColorScheme} ${window.innerWidth}`)
    sessionStorage.setItem('checked', JSON.stringify([...known]))
    return found
  }
  Object.assign(window, { checkedBefore })
}
/**
 * What is wrong with the page as it stands, or with a part of it. `colours`: contrast alone, which
 * is all that the dark scheme changes.
 */
export const check = async (
  page: Page,
  what: string,
  rules: Rules = 'all',
  part?: string,
): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source)
    await page.evaluate(addSameRows)
    await page.evaluate(addCheckedBefore)
  }
  const { violations } = await page.evaluate(
    ([only, within]) => {
      const { axe, sameRows, checkedBefore } = window as unknown as {
        sameRows: () => Element[]
        checkedBefore: (rules: string) => Element[]
        axe: { run: (root: object | string, options: object) => Promise<AxeResults> }
      }
      const chosen = {
        // The checker itself leaves out the size of targets (WCAG 2.2, 2.5.8).
        all: { rules: { 'target-size': { enabled: true } } },
        colours: { runOnly: { type: 'rule', values: ['color-contrast'] } },
      }[only]
      // Decoration need not be read, and so has no contrast to keep (WCAG 1.4.3).
      const whole = () => ({
        exclude: [...sameRows(), ...checkedBefore(only)],
      })
      return axe.run(within ?? whole(), { resultTypes: ['violations'], ...chosen })
    },
    [rules, part] as const,
  )
  expect
    .soft(
      violations.map(
        (v) =>
          `${v.id}: ${v.nodes
            .slice(0, 3)
            .map((n) => `${n.target.join(' ')} ${n.failureSummary ?? ''}`)
            .join(' | ')}`,
      ),
      `${what} (${rules})`,
    )
    .toEqual([])
}
export const wide = { width: 1366, height: 768 }
export const narrow = { width: 320, height: 640 }
const setScheme = async (page: Page, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (wanted) => document.documentElement.dataset.mantineColorScheme === wanted,
    colorScheme,
  )
}
/** What stands on the page now, light and dark. */
export const checkBoth = async (page: Page, what: string) => {
  await check(page, what)
  await setScheme(page, 'dark')
  await check(page, `${what}, dark`, 'colours')
  await setScheme(page, 'light')
}
/**
 * Checks the page as it stands: wide in both schemes, and at 320 px, where nothing may scroll
 * sideways, in the light one. Both widths take their colours from the same theme. Leaves the page
 * as it was.
 */
export const checkAll = async (page: Page, what: string) => {
  await check(page, what)
  await setScheme(page, 'dark')
  await check(page, `${what}, dark`, 'colours')
  await setScheme(page, 'light')
  await page.setViewportSize(narrow)
  // The shell moves to its narrow form within a frame or two of the resize.
  await page
    .waitForFunction(
      () =>
        document.documentElement.scrollWidth <= 320 &&
        document
          .getAnimations()
          .every((a) => a.playState !== 'running' || a.effect?.getTiming().iterations === Infinity),
      undefined,
      { timeout: 3000 },
    )
    .catch(() => {})
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth), `${what} at 320 px`)
    .toBeLessThanOrEqual(320)
  await check(page, `${what} at 320 px`)
  await page.setViewportSize(wide)
}
