/** Sending bills to families: a queue of WhatsApp messages, the linked page, and the PDF. */
import { readFileSync } from 'node:fs'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { expect, keepOpened, test, type Api } from '../fixtures.ts'

test.use({ role: 'admin' })

/**
 * Publishes one bill for each of `families` payers, due in three days, and runs the job that queues
 * reminders for these bills.
 */
const makeRemindable = async (office: Api, families: number) => {
  const send = async <T>(path: string, body: object): Promise<T> => {
    const { status, data } = await office.post<T>(path, body, {
      'Idempotency-Key': crypto.randomUUID(),
    })
    expect(status, JSON.stringify(data)).toBeLessThan(300)
    return data
  }
  const first = async (path: string) => (await office.get<{ id: number }[]>(path)).data[0]?.id
  const gedung_id = await first('/gedung/pilihan')
  const jenis_billing_id = await first('/jenis-billing/pilihan')
  const { data } = await office.get<{ id: number }[]>('/user/pilihan?jenis=akun-billing')
  for (const { id } of data.slice(0, families)) {
    const bill = await send<{ id: number }>('/billing/create', {
      akun_billing_id: id,
      gedung_id,
      jatuh_tempo: addDays(currentDay(), 3),
      items: [
        {
          jenis_billing_id,
          deskripsi: 'Sewa studio',
          // Price that exceeds the credit of every payer, so that publishing does not pay the whole
          // bill.
          harga_satuan: 9_000_000,
          alasan_manual: 'Bukan kursus',
        },
      ],
    })
    await send(`/billing/terbitkan?id=${bill.id}`, {})
  }
  await send('/pekerjaan/jalankan', { nama: 'pengingat' })
}

test('sends ticked bills one after another and records that the family opened one', async ({
  page,
  open,
  browser,
  api,
}) => {
  const opened = await keepOpened(page)
  await open('/billing/unpaid')
  const boxes = page.getByRole('checkbox', { name: /^Pilih INV/ })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Bagikan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bagikan Tagihan')
  const place = page.getByRole('status').filter({ hasText: 'dari 2' })
  await expect(place).toContainText('1 dari 2')
  const first = page.url()
  await page.getByRole('button', { name: 'Kirim berikutnya' }).click()
  await expect(place).toContainText('2 dari 2')
  const [wa = ''] = await opened()
  expect(wa).toMatch(/^https:\/\/wa\.me\/62\d+\?text=/)
  const link = /https?:\/\/\S+\/t\/[\w-]{22}/.exec(decodeURIComponent(wa))?.[0] ?? ''

  const context = await browser.newContext({ viewport: { width: 320, height: 600 } })
  const family = await context.newPage()
  const errors: string[] = []
  family.on('console', (m) => {
    if (m.type() === 'error') errors.push(m.text())
  })
  await family.goto(link)
  await expect(family.getByRole('heading', { level: 1 })).toContainText('Tagihan INV/')
  await expect(family.getByText('Yang perlu dibayar')).toBeVisible()
  expect(await family.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const download = family.waitForEvent('download')
  await family.getByRole('link', { name: 'Unduh PDF' }).click()
  const pdf = readFileSync(await (await download).path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(errors).toEqual([])
  await context.close()

  await page.goto(first)
  const sent = page.getByRole('table', { name: 'Pesan terkirim' })
  await expect(sent.getByRole('row').nth(1)).toContainText('Dibuka di WhatsApp')
  await expect
    .poll(async () => {
      const id = Number(/id=(\d+)/.exec(first)?.[1])
      const { data } = await api('admin').get<{ pesan: { dibuka_at: string | null }[] }>(
        `/billing/share-detail?id=${id}`,
      )
      return data.pesan[0]?.dibuka_at !== null
    })
    .toBe(true)
  await page.reload()
  await page.getByRole('button', { name: 'Cabut semua tautan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cabut' }).click()
  await expect(page.getByText('Dicabut', { exact: true })).toBeVisible()
  expect((await fetch(link)).status).toBe(404)
})

test('works through reminders: sends one, skips one with a reason, and records both', async ({
  page,
  open,
  api,
}) => {
  const office = api('superadmin')
  const { data } = await office.get<{ key: string; versi: number }[]>('/setting')
  const versi = data.find((row) => row.key === 'pengingat_sampai')?.versi
  // Allows reminders at any time of day, because the test may run at any time.
  await office.post('/setting/update', { key: 'pengingat_sampai', value: '08:00', versi })
  await makeRemindable(office, 3)
  await keepOpened(page)
  await open('/billing/unpaid')
  await page.getByRole('link', { name: 'Pengingat', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pengingat Tagihan')
  await page.getByRole('button', { name: 'Kirim berikutnya' }).click()
  const place = page.getByRole('status').filter({ hasText: 'dalam antrean' })
  await expect(place).toBeVisible()
  const first = new URL(page.url().replace('#/', '')).searchParams.get('pengingat')
  await expect(page.getByRole('textbox', { name: 'Isi pesan' })).toHaveValue(/mengingatkan tagihan/)
  await page.getByRole('button', { name: 'Kirim berikutnya' }).click()
  await expect(page).not.toHaveURL(new RegExp(`pengingat=${first}$`))
  const second = new URL(page.url().replace('#/', '')).searchParams.get('pengingat')
  await page.getByRole('button', { name: 'Lewati' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Sudah ditelepon')
  await dialog.getByRole('button', { name: 'Lewati' }).click()
  await expect(page).not.toHaveURL(new RegExp(`pengingat=${second}$`))
  const states = await Promise.all(
    [first, second].map(
      async (id) => (await office.get<{ status: string }>(`/pengingat/view?id=${id}`)).data.status,
    ),
  )
  expect(states).toEqual(['terkirim', 'dilewati'])
})
