/**
 * Focus after a failed save: the first field with an error has the focus, and no header covers the
 * field.
 */
import type { Page } from '@playwright/test'
import { RoleId } from '#contract/enums.ts'
import { expect, take, test } from '../fixtures.ts'

test.use({ role: 'admin', allowErrors: [/\b422\b/] })

/** Waits until the field `name` has the focus and is completely visible in the viewport. */
const expectSeen = (page: Page, name: string) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const frame = document.activeElement?.closest<HTMLElement>('[data-field]')
        if (!frame) return `focus on ${document.activeElement?.textContent}`
        const { left, top, bottom } = frame.getBoundingClientRect()
        const isCovered = [top + 1, bottom - 1].some((y) => {
          const hit = document.elementFromPoint(left + 1, y)
          return hit === null || !frame.contains(hit)
        })
        return isCovered ? `${frame.dataset.field} from ${top} to ${bottom}` : frame.dataset.field
      }),
    )
    .toBe(name)

/**
 * Rejects every update with an error at one field. Returns a function that sets the name of this
 * field.
 */
const rejectUpdates = async (page: Page) => {
  let wrong = ''
  await page.route(/\/api\/[a-z-]+\/update\?/, (route) =>
    route.fulfill({
      status: 422,
      json: { success: false, data: [{ field: wrong, message: `Salah: ${wrong}` }] },
    }),
  )
  return (name: string) => {
    wrong = name
  }
}

for (const viewport of [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
])
  test.describe(`${viewport.width} pixels wide`, () => {
    test.use({ viewport })

    test('shows the missing consent to a new student below 18', async ({ page, open, api }) => {
      const {
        data: [payer],
      } = await api('admin').get<{ name: string }[]>('/user?jenis=akun-billing&per-page=1')
      const family = payer?.name ?? ''
      await open(`/user/create?role_id=${RoleId.peserta}`)
      const fill = (name: string, text: string) =>
        page.getByRole('textbox', { name, exact: true }).fill(text)
      await fill('Nama', 'Anak Uji')
      await page.locator('[data-field=akun_billing_id] input').first().fill(family)
      await take(page, family)
      await fill('Tanggal Lahir', '12/3/2018')
      await page.getByLabel('Jenis Kelamin').selectOption({ index: 1 })
      await page.locator('[data-field=gedung_id] input').first().fill('tebet')
      await take(page, 'Nada Tebet')
      await fill('Nama Wali', 'Ibu Uji')
      await fill('Hubungan Wali', 'Ibu')
      await fill('No. HP Wali', '081234567001')
      await page.getByRole('button', { name: 'Simpan' }).click()
      await expectSeen(page, 'persetujuan')
      await expect(page.locator('[data-field=persetujuan] input')).toBeFocused()
    })

    for (const [form, list] of [
      ['/user/update', '/user?jenis=peserta&per-page=1'],
      ['/user/update', '/user?jenis=pelatih&per-page=1'],
    ] as const)
      test(`shows an error of any field of ${list}`, async ({ page, open, api }) => {
        const {
          data: [row],
        } = await api('admin').get<{ id: number }[]>(list)
        const reject = await rejectUpdates(page)
        await open(`${form}?id=${row?.id}`)
        await page.getByRole('textbox', { name: 'Nama', exact: true }).fill('Nama Lain')
        const names = await page
          .locator('[data-field]')
          .evaluateAll((fields) => fields.map((f) => (f as HTMLElement).dataset.field ?? ''))
        expect(names.length).toBeGreaterThan(10)
        for (const name of names) {
          reject(name)
          await page.getByRole('button', { name: 'Simpan' }).click()
          await expect(page.getByText(`Salah: ${name}`, { exact: true })).toBeVisible()
          await expectSeen(page, name)
        }
      })
  })
