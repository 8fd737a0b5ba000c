/**
 * Tests that the dashboard shows only the kinds of work that the user's access codes allow, with
 * the largest counts first. Kinds without waiting work are folded, and a failed request is
 * reported.
 */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw/http'
import { afterEach, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import type { TillState, WaitingToday } from '#src/data/dashboard.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const waits = () => {
  const panel = screen.getByRole('heading', { name: 'Menunggu hari ini' }).closest('section')
  return within(panel ?? document.body)
}
const fold = () => waits().findByRole('button', { name: /beres$/ })
/** Texts of the cards and links of the panel, in their order. */
const texts = () =>
  waits()
    .getAllByRole('link')
    .map((link) => link.textContent)
/** Mocks the response with the counts of the dashboard. */
const answer = (data: WaitingToday) =>
  school.use(http.get('*/api/dashboard/menunggu', () => HttpResponse.json({ success: true, data })))

test('shows and requests only what the codes of a custom role allow', async () => {
  const accesses = ['dashboard', 'billing/index', 'pekerjaan/index']
  const input = { name: 'Kasir', dasar_role_id: RoleId.admin, accesses }
  const role = must(await school.superadmin.post<{ id: number }>('/role/create', input))
  const { admin } = school.ids
  await school.api.db
    .updateTable('user')
    .set({ role_id: role.id })
    .where('id', '=', admin)
    .execute()
  await renderApp('/', (await school.api.as(admin)).token)
  expect(await fold()).toHaveTextContent('2 hal beres')
  expect(waits().getByText('Tidak ada yang menunggu keputusan.')).toBeVisible()
  await userEvent.click(await fold())
  expect(texts()).toEqual(['Tagihan lewat jatuh tempo', 'Masalah sistem'])
  expect(screen.getByText('Tagihan diterbitkan')).toBeVisible()
  expect(screen.queryByText('Pembayaran diterima')).toBeNull()
  expect(school.asked(/pertemuan|pengeluaran|kredit|billing-payment/)).toEqual([])
})

test('orders the work by its amount and folds work of which nothing waits', async () => {
  answer({
    menunggu: {
      pendaftar: { jumlah: 2 },
      draf: { jumlah: 0 },
      konfirmasi: { jumlah: 2 },
      tunggakan: { jumlah: 1200, sisa: 5_000_000 },
      cuti: { jumlah: 0 },
      kas: { jumlah: 4, nama: ['Satu', 'Dua', 'Tiga', 'Empat'] },
    },
    pertemuan: { jumlah: 8, selesai: 3 },
  })
  await renderApp('/', school.superadmin.token)
  expect(await fold()).toHaveTextContent('2 hal lain beres')
  expect(await fold()).toHaveAttribute('aria-expanded', 'false')
  const shown = [
    '8 pertemuan hari ini, 3 selesai',
    'Absensi hari ini',
    'Tagihan lewat jatuh tempo1.200Sisa Rp5.000.000',
    'Kas hari lalu belum ditutup4Satu, Dua, Tiga',
    'Pendaftar menunggu2',
    'Konfirmasi pembayaran menunggu2',
  ]
  expect(texts()).toEqual(shown)
  expect(waits().getByRole('link', { name: /^Tagihan lewat/ })).toHaveAttribute(
    'href',
    expect.stringContaining('sort=jatuh_tempo'),
  )
  await userEvent.click(await fold())
  expect(texts().slice(shown.length)).toEqual([
    'Draft tagihan belum terbit',
    'Cuti guru menunggu keputusan',
  ])
  expect(school.asked(/menunggu/)).toHaveLength(1)
})

test('shows months without bills before the counts, with the way to generate them', async () => {
  answer({
    menunggu: { draf: { jumlah: 7 } },
    belum_dibuat: [
      { periode: '2026-11', outlet: ['Nada Bandung'] },
      { periode: '2026-12', outlet: [] },
    ],
  })
  await renderApp('/', school.superadmin.token)
  expect(await waits().findByText('Tagihan November belum dibuat')).toBeVisible()
  expect(waits().getByText('Nada Bandung')).toBeVisible()
  expect(waits().getByText('Tagihan Desember belum dibuat')).toBeVisible()
  const links = waits().getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    expect.stringContaining('/billing/generate?periode=2026-11'),
    expect.stringContaining('/billing/generate?periode=2026-12'),
    expect.stringContaining('/billing?status=0'),
  ])
})

test('shows one skeleton until all counts are there, and nothing below it', async () => {
  const arrived = Promise.withResolvers<void>()
  school.use(
    http.get('*/api/dashboard/menunggu', async () => {
      await arrived.promise
      return HttpResponse.json({ success: true, data: { menunggu: { draf: { jumlah: 1 } } } })
    }),
  )
  await renderApp('/', school.superadmin.token)
  expect(await waits().findByRole('status', { name: 'Memuat' })).toBeVisible()
  expect(screen.getByText('Tagihan diterbitkan')).not.toBeVisible()
  arrived.resolve()
  expect(await waits().findByRole('link', { name: /Draft tagihan belum terbit/ })).toBeVisible()
  expect(screen.getByText('Tagihan diterbitkan')).toBeVisible()
})

test('shows the state of the cash of each outlet', async () => {
  const till = { hari_ini: '2026-11-20', sejak: null, seharusnya: 500_000 }
  const closed = (tanggal: string, selisih = 0) => ({ id: 7, tanggal, dihitung: 400_000, selisih })
  const tills: TillState[] = [
    { ...till, gedung_id: 1, nama: 'Satu', terakhir: closed('2026-11-20') },
    { ...till, gedung_id: 2, nama: 'Dua', terakhir: closed('2026-11-17'), sejak: '2026-11-18' },
    {
      ...till,
      gedung_id: 3,
      nama: 'Tiga',
      terakhir: closed('2026-11-19', -5000),
      sejak: '2026-11-20',
    },
    { ...till, gedung_id: 4, nama: 'Empat', terakhir: closed('2026-11-19') },
    { ...till, gedung_id: 5, nama: 'Lima', terakhir: null, seharusnya: null },
  ]
  school.use(
    http.get('*/api/tutup-kas/keadaan', () => HttpResponse.json({ success: true, data: tills })),
  )
  await renderApp('/', school.superadmin.token)
  const table = within(await screen.findByRole('table', { name: 'Kas outlet' }))
  const rows = table.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    'SatuSudah ditutup hari iniRp500.000Rp400.00020 Nov 2026',
    'DuaBelum ditutup sejak 18 Nov 2026Rp500.000Rp400.00017 Nov 2026',
    'TigaBuka hari iniRp500.000Rp400.00019 Nov 2026, selisih -Rp5.000',
    'EmpatBelum ada uang masukRp500.000Rp400.00019 Nov 2026',
    'LimaBelum pernah ditutup––',
  ])
  // Only a day that is not closed yet can be closed.
  expect(table.queryByRole('link', { name: 'Satu' })).toBeNull()
  expect(table.getByRole('link', { name: 'Dua' })).toHaveAttribute(
    'href',
    expect.stringContaining('/tutup-kas/form?gedung_id=2'),
  )
})

test('shows the amounts billed and received in twelve months, with links to their lists', async () => {
  const months = Array.from({ length: 12 }, (_, i) => ({
    periode: `2026-${String(i + 1).padStart(2, '0')}`,
    ditagih: (i + 1) * 1_000_000,
    diterima: i * 1_000_000,
  }))
  school.use(
    http.get('*/api/dashboard/tren', () => HttpResponse.json({ success: true, data: months })),
  )
  await renderApp('/', school.superadmin.token)
  await screen.findByRole('heading', { name: 'Ditagih dan diterima, 12 bulan' })
  await userEvent.click(await screen.findByRole('button', { name: 'Lihat angkanya' }))
  const table = within(await screen.findByRole('table', { name: 'Ditagih dan diterima, 12 bulan' }))
  expect(table.getAllByRole('row')).toHaveLength(13)
  expect(table.getByRole('link', { name: /^Des 26, Ditagih Rp12\.000\.000/ })).toHaveAttribute(
    'href',
    expect.stringContaining('/billing?'),
  )
  expect(table.getByRole('link', { name: /^Des 26, Diterima Rp11\.000\.000/ })).toHaveAttribute(
    'href',
    expect.stringContaining('/billing-payment?'),
  )
})

describe('file storage', () => {
  const take = async (gb: number) => {
    const { db } = school.api
    await db.deleteFrom('berkas').execute()
    const file = { nama: 'a.png', jenis: 'bukti' as const, mime: 'image/png', sha256: 'x' }
    const creation = { created_at: new Date().toISOString(), created_by: school.ids.admin }
    // Splits the size over several rows, because the column `ukuran` of one file holds at most 32
    // bits.
    const rows = Array.from({ length: gb }, () => ({ ...file, ukuran: 1024 ** 3, ...creation }))
    await db.insertInto('berkas').values(rows).execute()
  }

  test('shows no warning while much of it is free', async () => {
    await take(7)
    await renderApp('/', school.superadmin.token)
    await waitFor(() => expect(school.asked(/penyimpanan/)).not.toEqual([]))
    expect(await fold()).toBeVisible()
    expect(screen.queryByText(/Penyimpanan berkas/)).toBeNull()
  })

  test('shows a warning before it is full, with a link to the quota', async () => {
    await take(9)
    await renderApp('/', school.superadmin.token)
    expect(await screen.findByText(/hampir penuh: 9 GB dari 10 GB \(90%\)/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'naikkan kuotanya' })).toHaveAttribute(
      'href',
      expect.stringContaining('kunci=kuota_berkas_gb'),
    )
  })

  test('shows that it is full, also to a user who cannot change the quota', async () => {
    await take(10)
    const { admin } = school.ids
    const { db } = school.api
    await db.updateTable('user').set({ role_id: RoleId.admin }).where('id', '=', admin).execute()
    await renderApp('/', (await school.api.as(admin)).token)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Penyimpanan berkas penuh: 10 GB dari 10 GB (100%)',
    )
    expect(screen.getByText(/Minta superadmin menaikkan kuotanya/)).toBeVisible()
  })
})

test('reports counts that failed to load beside the month, and loads them again', async () => {
  school.use(
    http.get('*/api/dashboard/menunggu', () =>
      HttpResponse.json({ success: false, data: { message: 'Rusak' } }, { status: 500 }),
    ),
  )
  await renderApp('/', school.superadmin.token)
  expect(await waits().findByText('Gagal dimuat', {}, { timeout: 10_000 })).toBeVisible()
  expect(screen.getByText('Tagihan diterbitkan')).toBeVisible()
  answer({ menunggu: { draf: { jumlah: 3 } } })
  await userEvent.click(waits().getByRole('button', { name: 'Coba lagi' }))
  expect(await waits().findByRole('link', { name: /Draft tagihan belum terbit/ })).toBeVisible()
})

test('shows jobs held by the clock and resumes them after the clock is confirmed', async () => {
  const { db } = school.api
  const terlihat_at = '2020-05-04T03:00:00.000Z'
  const values = { id: 1, terlihat_at }
  await db
    .insertInto('jam_server')
    .values(values)
    .onConflict((c) => c.column('id').doUpdateSet({ terlihat_at }))
    .execute()
  await renderApp('/', school.superadmin.token)
  expect(await screen.findByText(/Terakhir terlihat 4 Mei 2020/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Jam server benar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Jam server benar?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Jam benar' }))
  await waitFor(() => expect(screen.queryByText(/Pekerjaan server ditahan/)).toBeNull())
  const row = await db.selectFrom('jam_server').selectAll().executeTakeFirstOrThrow()
  expect(row.terlihat_at > terlihat_at).toBe(true)
})
