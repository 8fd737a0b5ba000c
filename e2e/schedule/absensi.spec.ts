/** Attendance that a coach marks on a phone, partly without a network connection. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { StatusKeberangkatan } from '#contract/enums.ts'
import { expect, test } from '../fixtures.ts'
import { makeLesson, students } from './lessonNow.ts'

test.use({
  role: 'pelatih',
  viewport: { width: 320, height: 640 },
  hasTouch: true,
  allowErrors: [/ERR_INTERNET_DISCONNECTED|\b409\b|Failed to load resource/],
})

interface Marked {
  pertemuan: { catatan_materi: string | null; status: string }
  pelatih: { status_keberangkatan: number }
  peserta: { nama: string; kode_absensi: string | null; catatan: string | null }[]
}
test(
  'marks twelve students offline with a note and stores all once when online again',
  { tag: '@smoke' },
  async ({ page, open, api, server, context }) => {
    const id = makeLesson(server.folder, 10)
    const read = async () => (await api('pelatih').get<Marked>(`/pertemuan/absensi?id=${id}`)).data
    await open(`/kursus-pelatih/absensi?id=${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Absensi')
    const button = (group: string, name: string) =>
      page
        .getByRole('group', { name: group, exact: true })
        .getByRole('button', { name, exact: true })
    await button('Keberangkatan guru', 'Berangkat').tap()
    await expect(page.getByRole('status', { name: 'Pengiriman' })).toHaveText(
      'Semua absensi tersimpan',
    )
    const { peserta, pelatih } = await read()
    expect([pelatih.status_keberangkatan, peserta.length]).toEqual([
      StatusKeberangkatan.berangkat,
      students,
    ])
    const [first, second, third] = peserta.map((p) => p.nama)
    await button(first!, 'Sakit').tap()
    await expect(page.getByRole('status', { name: 'Pengiriman' })).toHaveText(
      'Semua absensi tersimpan',
    )

    await context.setOffline(true)
    await button(second!, 'Terlambat').tap()
    // The lesson has not begun. The page must therefore ask for a confirmation before the first
    // mark that leads to coach pay, even offline.
    const question = page.getByRole('dialog', { name: 'Tandai sekarang?' })
    await question.getByRole('button', { name: 'Tandai' }).tap()
    await button(`Terlambat ${second}`, '10 menit').tap()
    await button(third!, 'Izin mendadak').tap()
    await page.getByLabel(`Catatan untuk ${third}`).fill('Ban bocor')
    await page.getByRole('button', { name: 'Simpan' }).tap()
    await page.getByRole('button', { name: 'Semua hadir' }).tap()
    await page.getByRole('button', { name: 'Tulis materi' }).tap()
    await page.getByLabel('Yang diajarkan').fill('Tangga nada C')
    await page.getByRole('button', { name: 'Simpan' }).tap()
    await expect(page.getByText(`Peserta (${students} dari ${students})`)).toBeVisible()
    await expect(page.getByRole('status', { name: 'Pengiriman' })).toContainText(
      'tidak ada koneksi',
    )
    expect((await read()).peserta.filter((p) => p.kode_absensi !== null)).toHaveLength(1)
    // Superadmin marks the last student while the phone is offline.
    const last = peserta.at(-1)!.nama
    const kp = await api('superadmin').get<{
      peserta: { nama: string; kursus_peserta_id: number }[]
    }>(`/pertemuan/absensi?id=${id}`)
    await api('superadmin').post(
      `/pertemuan/tandai?id=${id}`,
      {
        peserta: [
          {
            kursus_peserta_id: kp.data.peserta.find((p) => p.nama === last)?.kursus_peserta_id,
            kode_absensi: 'IZIN',
          },
        ],
      },
      { 'Idempotency-Key': 'dari-kantor' },
    )
    await context.setOffline(false)
    await expect(page.getByRole('status', { name: 'Pengiriman' })).toHaveText(
      'Semua absensi tersimpan',
      { timeout: 20_000 },
    )
    const refused = page.getByRole('alert').filter({ hasText: last })
    await expect(refused).toContainText('sudah ditandai Izin')
    await refused.getByRole('button', { name: 'Biarkan' }).tap()
    await expect(refused).toHaveCount(0)
    const after = await read()
    expect(after.pertemuan).toMatchObject({ catatan_materi: 'Tangga nada C', status: 'selesai' })
    expect(after.peserta.map((p) => p.kode_absensi)).toEqual([
      'SAKIT',
      'TERLAMBAT',
      'IZIN_MENDADAK',
      ...Array<string>(students - 4).fill('HADIR'),
      'IZIN',
    ])
    expect(after.peserta[2]?.catatan).toBe('Ban bocor')
    const db = new Database(join(server.folder, 'nada.db'), { readonly: true })
    const versions = db
      .prepare('select versi, count(*) as n from absensi where pertemuan_id = ? group by versi')
      .all(id)
    db.close()
    // The late student was marked twice: first as late, and then with the minutes. All other
    // students have been marked only once, although the phone has retried calls.
    expect(versions).toEqual([
      { versi: 1, n: students - 1 },
      { versi: 2, n: 1 },
    ])
    await page.reload()
    await expect(button(first!, 'Sakit')).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: `Hapus tanda ${first}` }).tap()
    await expect(button(first!, 'Sakit')).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('list', { name: 'Perubahan tanda' })).toContainText(
      `${first}: Sakit → Belum ditandai`,
    )
    const removed = await read()
    expect(removed.pertemuan.status).toBe('terjadwal')
    expect(removed.peserta[0]?.kode_absensi).toBeNull()
  },
)
