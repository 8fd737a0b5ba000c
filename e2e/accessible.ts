/**
 * Accessibility check (axe) of a page or of an element in it, in the light and the dark colour
 * scheme, and at widths of 1366 and 320 px.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

/**
 * Source code of the checker axe, which runs in the page. The minified file is used, because it is
 * half as large as the normal file.
 */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Rules = 'all' | 'colours'
/**
 * Adds the function `sameRows()` to the page. The function returns the table rows and list items
 * that need no check, because an earlier row has equal elements, classes, styles, attributes and
 * stripe colour, and differs only in its words. The last row of a list is always checked, because
 * it may have another border.
 */
const addSameRows = () => {
  const keptNames =
    /^(?:class|style|type|role|data-.*|aria-(?!label$|labelledby$|describedby$|controls$).*)$/
  const signs = (node: Node): string => {
    if (!(node instanceof Element)) return node.textContent?.trim() ? 'text' : ''
    const attributes = [...node.attributes].map(({ name, value }) => {
      const says = keptNames.test(name) && name !== 'data-id' ? value : String(value.trim() !== '')
      return `${name}=${says}`
    })
    const inner = [...node.childNodes].map(signs).join('')
    return `<${node.tagName} ${attributes.toSorted().join(' ')}>${inner}</>`
  }
  const sameRows = () =>
    [...document.querySelectorAll('main :is(tbody, ul, ol)')].flatMap((list) => {
      const seenSigns = new Set<string>()
      return [...list.children].filter((row, i, { length }) => {
        const sign = `${i % 2} ${signs(row)}`
        const isSame = seenSigns.has(sign) && i < length - 1
        seenSigns.add(sign)
        return isSame
      })
    })
  Object.assign(window, { sameRows })
}
/**
 * Adds the function `checkedBefore()` to the page. The function returns the elements outside
 * `main`, such as the menu, that were already checked in this tab by the same rules, in the same
 * colours and at the same position. Checking the menu again would take most of the time on a small
 * page.
 */
const addCheckedBefore = () => {
  const hashOf = (text: string) => {
    let hash = 0
    for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
    return `${text.length}:${hash}`
  }
  const checkedBefore = (rules: string) => {
    const checkedSigns = new Set<string>(JSON.parse(sessionStorage.getItem('checked') ?? '[]'))
    const before = new Set(checkedSigns)
    const look = (parent: Element, around: string): Element[] =>
      [...parent.children].flatMap((part) => {
        if (part.matches('main, script, style')) return []
        const trail = `${around}<${part.tagName} ${[...part.attributes].map((a) => `${a.name}=${a.value}`).join(' ')}>`
        if (part.querySelector('main') || part.matches(':focus-within, :hover'))
          return look(part, trail)
        const { x, y, width, height } = part.getBoundingClientRect()
        const sign = hashOf([around, x, y, width, height, part.outerHTML].join('|'))
        if (before.has(sign)) return [part]
        checkedSigns.add(sign)
        return look(part, trail)
      })
    const { documentElement: html, body } = document
    const { mantineColorScheme } = html.dataset
    const parts = look(body, `${rules} ${mantineColorScheme} ${window.innerWidth}`)
    sessionStorage.setItem('checked', JSON.stringify([...checkedSigns]))
    return parts
  }
  Object.assign(window, { checkedBefore })
}
/**
 * Expects no violations on the page, or in the element with the selector `part`. The rules
 * `colours` check only the contrast; they are for the dark scheme, which changes nothing but
 * colours. `label` names the page in the failure message.
 */
export const check = async (
  page: Page,
  label: string,
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
        // axe omits the rule for the size of buttons and links (WCAG 2.2, 2.5.8) by default.
        all: { rules: { 'target-size': { enabled: true } } },
        colours: { runOnly: { type: 'rule', values: ['color-contrast'] } },
      }[only]
      // Excludes elements that are equal to elements that were already checked.
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
      `${label} (${rules})`,
    )
    .toEqual([])
}
export const wide = { width: 1366, height: 768 }
export const narrow = { width: 320, height: 640 }
const setScheme = async (page: Page, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
    colorScheme,
  )
}
/**
 * Checks the present page, or the element in it with the selector `part`, in the light and the dark
 * scheme, at its present width.
 */
export const checkBoth = async (page: Page, label: string, part?: string) => {
  await check(page, label, 'all', part)
  await setScheme(page, 'dark')
  await check(page, `${label}, dark`, 'colours', part)
  await setScheme(page, 'light')
}
/**
 * Checks the present page in the light scheme at a width of 320 px, at which the page must not
 * scroll sideways, and does not restore the width. `checkBoth` must be called first to check the
 * dark scheme, because the colours do not depend on the width.
 */
export const checkNarrow = async (page: Page, label: string) => {
  await page.setViewportSize(narrow)
  // Waits for the narrow layout, which the app renders a frame or two after the resize.
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
    .soft(await page.evaluate(() => document.documentElement.scrollWidth), `${label} at 320 px`)
    .toBeLessThanOrEqual(320)
  await check(page, `${label} at 320 px`)
}
/** Does `checkBoth` and `checkNarrow` on the present page, and then restores the wide window. */
export const checkAll = async (page: Page, label: string) => {
  await checkBoth(page, label)
  await checkNarrow(page, label)
  await page.setViewportSize(wide)
}
