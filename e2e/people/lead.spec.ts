/**
 * Leads on a phone: a sales person enters a lead with three fields, logs a call, plans the next
 * step and moves the lead to another stage; an admin sees the lead. On a desktop, the card of a
 * lead is dragged.
 */
import type { Page } from '@playwright/test'
import { expect, take, test, type Api } from '../fixtures.ts'

test.use({ role: 'sales', viewport: { width: 375, height: 740 }, hasTouch: true })

/** Expects that the board of leads shows exactly one card, because the search matches one lead. */
const isSearched = (page: Page) =>
  expect(page.getByRole('button', { name: /^Pindahkan / })).toHaveCount(1)

test(
  'enters a lead in three fields, logs a call and moves it on; shows it to an admin',
  { tag: '@smoke' },
  async ({ page, open, api }) => {
    await open('/sales/lead')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lead')
    await page.getByRole('button', { name: 'Tambah', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Nama').fill('Bu Kartika Sari')
    await form.getByLabel('No. HP / WhatsApp').fill('0812-7777-4321')
    await form.getByLabel('Outlet').click()
    await take(page, /Nada/)
    await form.getByRole('button', { name: 'Simpan' }).click()
    await expect(form).toBeHidden()

    await page.getByText('Bu Kartika Sari').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Detail Lead')
    await page.getByRole('button', { name: 'Catat telepon' }).click()
    const note = page.getByRole('dialog', { name: /Catat telepon/ })
    await note.getByLabel('Isi').fill('Ingin piano untuk anak 8 tahun')
    await note.getByLabel('Langkah Berikut').fill('Kirim jadwal Sabtu')
    await note.getByRole('button', { name: 'Catat', exact: true }).click()
    await expect(note).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: 'Ingin piano' })).toBeVisible()
    await expect(page.getByText('Dihubungi', { exact: true })).toBeVisible()

    await open('/sales/lead?tab=papan')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lead')
    await page.getByLabel('Tahap').selectOption('Dihubungi')
    await page.getByRole('searchbox', { name: 'Cari' }).fill('kartika')
    await isSearched(page)
    const handle = page.getByRole('button', { name: 'Pindahkan Bu Kartika Sari' })
    await handle.focus()
    await handle.press('ArrowRight')
    await expect(handle).toBeHidden()
    await page.getByLabel('Tahap').selectOption('Trial dijadwalkan')
    await expect(handle).toBeVisible()

    const leads = await api('admin').get<{ tahap: string; sales_id: number; phone: string }[]>(
      '/lead?q=kartika%20sari&expand=aktivitas',
    )
    expect(leads.data).toMatchObject([
      {
        tahap: 'trial_dijadwalkan',
        phone: '+6281277774321',
        tindak_lanjut: 'Kirim jadwal Sabtu',
        aktivitas: [{ jenis: 'telepon', isi: 'Ingin piano untuk anak 8 tahun' }],
      },
    ])
  },
)

interface Row {
  id: number
  tahap: string
  gedung_id: number
  trial_pertemuan_id: number | null
}
/** Creates a lead of the sales person, at the outlet of another of the sales person's leads. */
const makeLead = async (sales: Api, nama: string, phone: string): Promise<Row> => {
  const [otherLead] = (await sales.get<Row[]>('/lead?per-page=1')).data
  const lead = { nama, phone, gedung_id: otherLead?.gedung_id }
  const answer = await sales.post<Row>('/lead/create', lead, { 'idempotency-key': phone })
  expect(answer.status).toBe(201)
  return answer.data
}
test.describe('a desktop', () => {
  test.use({ viewport: { width: 1600, height: 900 }, hasTouch: false, allowErrors: [/\b409\b/] })

  test('drags a card to another column; returns it from a forbidden one', async ({
    page,
    open,
    api,
  }) => {
    const { id } = await makeLead(api('sales'), 'Bu Seret Kartu', '0812-7777-1111')
    await open('/sales/lead?tab=papan')
    await page.getByRole('searchbox', { name: 'Cari' }).fill('seret')
    await isSearched(page)
    const handle = page.getByRole('button', { name: 'Pindahkan Bu Seret Kartu' })
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    const dragTo = async (name: string) => {
      await handle.hover()
      await page.mouse.down()
      const box = (await column(name).boundingBox())!
      await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 8 })
      await page.mouse.up()
    }
    const stage = async () => (await api('sales').get<Row>(`/lead/view?id=${id}`)).data.tahap
    await expect(column('Baru').getByText('Bu Seret Kartu')).toBeVisible()
    await dragTo('Penawaran')
    await expect(column('Penawaran').getByText('Bu Seret Kartu')).toBeVisible()
    await expect.poll(stage).toBe('penawaran')
    // A drag to the stage "won" (Menang) is rejected, because this stage requires an activation.
    await dragTo('Menang')
    await expect(column('Penawaran').getByText('Bu Seret Kartu')).toBeVisible()
    expect(await stage()).toBe('penawaran')
  })
})
