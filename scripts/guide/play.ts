/** Plays the tasks of the help pages (`contract/guide/`) in a browser, and takes their pictures. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { RoleId } from '#contract/enums.ts'
import {
  partsOf,
  pictureOf,
  picturesOf,
  type GuidePart,
  type GuideTask,
} from '#contract/guide/task.ts'
import { guides, pictureSizeOf } from '#contract/guide/tasks.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'

/** Folder of the pictures. The build copies it as it is. */
const pictureFolder = 'public/panduan'
/** Maximum time in ms until the screen shows a button, a field or a text. */
const patience = 15_000
/** Usernames of the demo school by role. */
const usernames: Readonly<Record<number, string>> = {
  [RoleId.superadmin]: 'superadmin',
  [RoleId.admin]: 'admin',
  [RoleId.pelatih]: 'pelatih',
  [RoleId.sales]: 'sales',
  [RoleId.akunBilling]: 'akunbilling',
  [RoleId.peserta]: 'peserta',
}
/** File for fields that take a photo. */
const photo = 'docs/pictures/family.png'

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
/** Returns the part of the page in which a user can act: the open dialog, or the whole page. */
const scopeOf = async (page: Page): Promise<Locator> => {
  const dialogs = page.locator('[role=dialog]').filter({ visible: true })
  return (await dialogs.count()) > 0 ? dialogs.last() : page.locator('body')
}
const pressed = ['button', 'link', 'tab', 'menuitem', 'radio', 'checkbox', 'switch'] as const
/** Returns the controls with a name, first those in the main content. */
const controlsIn = (scope: Locator, name: RegExp): Locator =>
  pressed
    .map((role) => scope.getByRole(role, { name }))
    .reduce((all, next) => all.or(next))
    .or(scope.page().getByRole('menuitem', { name }))
    .filter({ visible: true })

/** Returns the first candidate that is on the screen, or throws after `patience`. */
const firstShown = async (what: string, candidates: () => Promise<Locator[]>): Promise<Locator> => {
  const end = Date.now() + patience
  for (;;) {
    for (const candidate of await candidates())
      if ((await candidate.count()) > 0) return candidate.first()
    if (Date.now() > end) throw new Error(`${what} is not on the screen`)
    // oxlint-disable-next-line nada/no-waiting
    await new Promise((done) => setTimeout(done, 100))
  }
}
const buttonOf = (page: Page, name: string) =>
  firstShown(`[${name}]`, async () => {
    const scope = await scopeOf(page)
    const names = [new RegExp(`^${escaped(name)}$`), new RegExp(`^${escaped(name)}(?!\\w)`)]
    return names.flatMap((pattern) => [
      controlsIn(scope.locator('main'), pattern),
      controlsIn(scope, pattern),
    ])
  })
const fieldOf = (page: Page, name: string) =>
  firstShown(`{${name}}`, async () => {
    const scope = await scopeOf(page)
    const inputs = scope.locator('input, textarea, select, [role=combobox], [role=group]')
    const named = (exact: boolean) =>
      scope.getByLabel(name, { exact }).and(inputs).filter({ visible: true })
    // The field of a file is a button.
    const files = scope.locator('[data-field]').getByRole('button', { name, exact: true })
    return [named(true), files, named(false)]
  })
const rowOf = (page: Page, words: string) =>
  firstShown(`[> ${words}]`, async () => {
    const rows = (await scopeOf(page)).locator('main :is(tr, li, article, [data-card])[data-id]')
    return [rows.getByRole('link').filter({ visible: true }), rows.filter({ visible: true })]
  })

/** Takes a choice of a list that opens under a field: the first one, or the one that begins so. */
const choose = async (page: Page, field: Locator, value: string) => {
  await field.click()
  if (value && (await field.isEditable().catch(() => false))) await field.fill(value)
  const option = await firstShown(`choice “${value}”`, async () => [
    page
      .locator('[role=option]:not([aria-disabled=true])')
      .filter({ visible: true, hasText: value, hasNotText: /^\+ Buat / }),
  ])
  // Waits until the search on the server has replaced the first choices.
  await page.waitForTimeout(600)
  await option.click()
}
/** Returns the text to type: for `+7` the day in 7 days, as people type it. */
const typedOf = (value: string): string =>
  /^\+\d+$/.test(value)
    ? addDays(currentDay(), Number(value)).split('-').toReversed().join('/')
    : value
const fill = async (page: Page, field: Locator, value: string) => {
  const kind = await field.evaluate((e) => ({
    tag: e.tagName,
    type: e.getAttribute('type'),
    list: e.getAttribute('role') === 'combobox' || e.hasAttribute('aria-haspopup'),
  }))
  if (kind.tag === 'BUTTON') {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), field.click()])
    await chooser.setFiles(photo)
  } else if (kind.tag === 'SELECT') {
    const options = await field.locator('option:not([disabled])').allTextContents()
    const label = options.find((text) => text !== '' && text.startsWith(value))
    if (label === undefined) throw new Error(`choice “${value}” is not on the screen`)
    await field.selectOption({ label })
  } else if (kind.type === 'checkbox' || kind.type === 'radio') await field.check()
  else if (kind.list) await choose(page, field, value)
  else if (value) await field.fill(typedOf(value))
}

/**
 * Waits until the content has loaded, at most 5 s. A part that loads for longer must not stop a
 * step whose button is there.
 */
const settle = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page
    .waitForFunction(
      () =>
        document.querySelector('h1, [role=dialog]') !== null &&
        !document.querySelector(
          '[role=status][aria-label=Memuat], .mantine-Skeleton-root, [data-loading]',
        ),
      undefined,
      { timeout: 5000 },
    )
    .catch(() => {})
}
const act: Record<
  Exclude<GuidePart['kind'], 'text'>,
  (page: Page, part: GuidePart, shoot: (element: Locator) => Promise<void>) => Promise<void>
> = {
  press: async (page, { text }, shoot) => {
    const button = await buttonOf(page, text)
    await shoot(button)
    await button.click({ timeout: patience })
    // Waits until a dialog opens, because the next name must be looked for in it.
    await page.waitForTimeout(400)
  },
  button: async (page, { text }, shoot) => shoot(await buttonOf(page, text)),
  row: async (page, { text }, shoot) => {
    const row = await rowOf(page, text)
    await shoot(row)
    await row.click({ timeout: patience })
  },
  fill: async (page, { text, value = '' }, shoot) => {
    const field = await fieldOf(page, text)
    await fill(page, field, value)
    await shoot(field)
  },
  see: async (page, { text }, shoot) => {
    const shown = await firstShown(`<${text}>`, async () => [
      page.getByText(text).filter({ visible: true }),
    ])
    await shoot(shown)
  },
  key: async (page, { text }) => page.keyboard.press(text),
}

/** Takes a picture of the page, with a frame around an element. */
const shootAt = async (page: Page, element: Locator, file: string) => {
  await element.scrollIntoViewIfNeeded()
  await settle(page)
  const box = await element.boundingBox()
  if (!box) throw new Error('The element of the picture is not on the screen')
  await page.evaluate(({ x, y, width, height }) => {
    const frame = document.createElement('div')
    frame.id = 'panduan-frame'
    frame.style.cssText = `position:fixed;z-index:9999;pointer-events:none;border:3px solid #e8590c;border-radius:8px;left:${x - 6}px;top:${y - 6}px;width:${width + 12}px;height:${height + 12}px`
    document.body.append(frame)
  }, box)
  const client = await page.context().newCDPSession(page)
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 55 })
  await client.detach()
  await page.evaluate(() => document.getElementById('panduan-frame')?.remove())
  writeFileSync(join(pictureFolder, file), Buffer.from(data, 'base64'))
}

const hashOf = ({ to, search }: GuideTask) =>
  search ? `${to}?${new URLSearchParams(search).toString()}` : to

/** Plays a task. Throws an error that names the task and the step that the screen lacks. */
const playTask = async (page: Page, url: string, task: GuideTask, pictures: boolean) => {
  await page.goto(`${url}/#${hashOf(task)}`)
  await settle(page)
  for (const [i, step] of task.steps.entries()) {
    let shot = !pictures || !picturesOf(task).includes(i + 1)
    const shoot = async (element: Locator) => {
      if (shot) return
      shot = true
      await shootAt(page, element, pictureOf(task, i + 1))
    }
    try {
      for (const part of partsOf(step)) {
        if (part.kind === 'text') continue
        await act[part.kind](page, part, shoot)
        await settle(page)
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
      throw new Error(`${task.id}, step ${i + 1} “${step}”: ${reason}`, { cause: error })
    }
  }
  const rejected = page.locator('[aria-invalid=true]').filter({ visible: true })
  const names = await rejected.evaluateAll((fields) =>
    fields.map((field) => field.closest('[data-field]')?.getAttribute('data-field') ?? field.id),
  )
  if (names.length > 0) throw new Error(`${task.id}: the form rejects ${names.join(', ')}`)
}

const login = async (browser: Browser, url: string, role: number): Promise<BrowserContext> => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: usernames[role], password: 'nada-demo' }),
  })
  const { data } = (await answer.json()) as { data: { key: string } }
  return browser.newContext({
    viewport: pictureSizeOf(role),
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'token', value: data.key }] }],
    },
  })
}

/**
 * Plays the tasks of all roles on a demo school, each in a page of its own, and returns the
 * problems: one line for each task with a step that the screen lacks. `only` limits the tasks to
 * the role with this username, or to ids that begin so. With `pictures`, stores the pictures of the
 * tasks. `log` receives a line after each task.
 */
export const playGuides = async (
  browser: Browser,
  url: string,
  { pictures = false, only = '', log = (_line: string): void => {} } = {},
): Promise<string[]> => {
  const problems: string[] = []
  mkdirSync(pictureFolder, { recursive: true })
  for (const { role, tasks } of guides) {
    const chosen = tasks.filter(({ id }) => id.startsWith(only) || usernames[role] === only)
    if (chosen.length === 0) continue
    const context = await login(browser, url, role)
    for (const task of chosen) {
      const page = await context.newPage()
      await playTask(page, url, task, pictures).then(
        () => log(`${task.id}: played`),
        (error: Error) => {
          log(error.message)
          problems.push(error.message)
        },
      )
      await page.close()
    }
    await context.close()
  }
  return problems
}
