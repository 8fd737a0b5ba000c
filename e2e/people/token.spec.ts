/** Access tokens, and the viewer of the API document, in which a token is tried. */
import { check, checkAll, checkNarrow, wide } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'admin', allowErrors: [/401/] })

test('makes a token, tries it in the API reference, and revokes it', async ({
  page,
  open,
  server,
}) => {
  test.setTimeout(360_000)
  await open('/profile/view?tab=token')
  await page.getByRole('button', { name: 'Buat token' }).click()
  const form = page.getByRole('dialog', { name: 'Buat Token' })
  await form.getByRole('textbox', { name: 'Nama' }).fill('Laporan')
  await form.getByLabel('Semua akses Tagihan').click()
  await checkAll(page, 'the form of a token')
  await form.getByLabel('Password').fill('nada-demo')
  await form.getByRole('button', { name: 'Buat token' }).click()
  const shown = page.getByRole('dialog', { name: 'Token Laporan' })
  const token = await shown.getByLabel('Token').inputValue()
  await shown.getByRole('button', { name: 'Tutup' }).first().click()

  const viewer = await page.context().newPage()
  const hosts = new Set<string>()
  const refusals: string[] = []
  viewer.on('request', (request) => hosts.add(new URL(request.url()).host))
  viewer.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refusals.push(message.text())
  })
  await viewer.goto(`${server.url}/api/docs`)
  // The viewer renders several hundred calls, which takes long on a busy machine.
  const authorize = viewer.getByRole('button', { name: 'Authorize' })
  await expect(authorize).toBeVisible({ timeout: 90_000 })
  const checkViewer = async (label: string) => {
    await check(viewer, label)
    await viewer.evaluate(() => document.documentElement.classList.add('dark-mode'))
    await check(viewer, `${label}, dark`, 'colours')
    await viewer.evaluate(() => document.documentElement.classList.remove('dark-mode'))
  }
  await checkViewer('the API reference')
  await authorize.click()
  const dialog = viewer.getByRole('dialog', { name: 'Available authorizations' })
  await dialog.getByRole('textbox', { name: 'Value' }).fill(token)
  await checkViewer('the dialog for a token')
  await dialog.getByRole('button', { name: 'Authorize' }).click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await viewer.getByRole('textbox').fill('billing')
  await expect(viewer.locator('#operations-tag-bank')).toBeHidden()
  await viewer.locator('#operations-tag-billing').click()
  const call = viewer.locator('#operations-billing-get_billing')
  await call.getByRole('button', { name: /Daftar Tagihan/ }).click()
  await checkViewer('an open call')
  await call.getByRole('button', { name: 'Try it out' }).click()
  const response = () => viewer.waitForResponse(/\/api\/billing\?/)
  const execute = async () => {
    const [answer] = await Promise.all([
      response(),
      call.getByRole('button', { name: 'Execute' }).click(),
    ])
    return answer.status()
  }
  expect(await execute()).toBe(200)
  const create = viewer.locator('#operations-billing-post_billing_create')
  await create.getByRole('button', { name: /Menambah tagihan/ }).click()
  await create.getByRole('button', { name: 'Try it out' }).click()
  await expect(create.getByRole('textbox', { name: 'Request body' })).toBeEditable()
  await checkViewer('open calls with a response')
  await checkNarrow(viewer, 'open calls with a response')
  await viewer.setViewportSize(wide)
  await page.getByRole('button', { name: 'Cabut token Laporan' }).click()
  await page
    .getByRole('dialog', { name: 'Cabut token Laporan?' })
    .getByRole('button', { name: 'Cabut' })
    .click()
  await expect(page.getByText('Belum ada token')).toBeVisible()
  expect(await execute()).toBe(401)
  expect([...hosts]).toEqual([new URL(server.url).host])
  expect(refusals).toEqual([])
})
