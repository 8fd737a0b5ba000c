/**
 * Enrolments: a family requests a leave and an admin grants it, a student moves to the next class
 * and back, and schedules are printed.
 */
import type { Page } from '@playwright/test'
import { Hari } from '#contract/enums.ts'
import { addMonths, currentDay, firstDay, formatTanggalShort } from '#contract/values/tanggal.ts'
import { expect, letStand, test } from '../fixtures.ts'

const next = firstDay(addMonths(currentDay().slice(0, 7), 1))
interface Enrolment {
  id: number
  peserta_id: number
  peserta_nama: string
  status: number
  permintaan_status: string | null
  kursus_pelatih_id: number
}
/** Presses an action on a detail page: a button, or an item of the menu `Aksi lain`. */
const act = async (page: Page, name: string) => {
  // Waits for the detail page. After a navigation the list still shows for a moment, and has
  // buttons of the same name.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Detail')
  await expect(page.getByRole('button', { name: 'Cetak', exact: true })).toBeVisible()
  const button = page.getByRole('button', { name, exact: true })
  if (await button.count()) return button.click()
  await page.getByRole('button', { name: 'Aksi lain' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test.describe('a family', () => {
  test.use({ role: 'akunbilling' })
  test(
    'asks for leave; shows the office its effects and grants it',
    { tag: '@smoke' },
    async ({ page, open, api }) => {
      const {
        data: [row],
      } = await api('akunbilling').get<Enrolment[]>('/kursus-peserta?status=1')
      await open(`/kursus-peserta/view?id=${row?.id}`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(
        'Detail Jadwal Kursus Peserta',
      )
      await act(page, 'Ajukan cuti atau berhenti')
      const ask = page.getByRole('dialog', { name: /^Permintaan untuk/ })
      await ask.getByLabel('Alasan').fill('Ujian sekolah')
      await ask.getByRole('button', { name: 'Ajukan' }).click()
      await expect(ask).toHaveCount(0)
      await expect(
        page.getByRole('note').filter({ hasText: 'Keluarga meminta cuti' }),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Cuti', exact: true })).toHaveCount(0)
    },
  )
  test.describe('the office', () => {
    test.use({ role: 'admin' })
    test('lists the waiting request and completes it from the record by keys', async ({
      page,
      open,
      api,
    }) => {
      await open('/kursus-peserta?permintaan_status=diajukan')
      const waiting = page.locator('tbody tr[data-id]').first()
      await expect(waiting).toContainText('Cuti')
      await waiting.focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/kursus-peserta\/view/)
      await act(page, 'Cuti')
      const leave = page.getByRole('dialog', { name: /^Cuti / })
      await expect(leave.getByLabel('Cuti Mulai')).toHaveValue(formatTanggalShort(next))
      await expect(leave.getByLabel('Alasan')).toHaveValue('Ujian sekolah')
      await expect(leave.getByRole('status')).toContainText('masuk ke draft tagihan keluarga')
      await page.keyboard.press('Control+Enter')
      await expect(leave).toHaveCount(0)
      await expect(page.getByRole('main')).toContainText(/Cuti 1 \w+ \d{4}–/)
      const id = Number(new URL(page.url().replace('#/', '')).searchParams.get('id'))
      const { data } = await api('admin').get<Enrolment>(`/kursus-peserta/view?id=${id}`)
      expect(data).toMatchObject({ status: 2, permintaan_status: 'disetujui' })
      await act(page, 'Kembali')
      const back = page.getByRole('dialog', { name: /kembali$/ })
      await back.getByRole('button', { name: 'Catat kembali' }).click()
      await expect(back).toHaveCount(0)
    })
  })
})

test.describe('the next class', () => {
  test.use({ role: 'admin', allowErrors: [/\b(409|422)\b/] })
  test('takes over the hour of a student’s old class, and reverts', async ({ page, open, api }) => {
    const by = api('admin')
    const kursus = (await by.get<{ id: number }[]>('/kursus?q=piano%20dasar')).data[0]
    const list = `/kursus-peserta?status=1&kursus_id=${kursus?.id}&per-page=1`
    const row = (await by.get<Enrolment[]>(list)).data[0]
    // Makes a class of the next course on a Sunday, when no coach has a class.
    const choices = `/kursus-peserta/pilihan-kelas-selanjutnya?id=${row?.id}`
    const following = (await by.get<{ kursus: { id: number } }>(choices)).data.kursus.id
    const path = `/kursus-pelatih/view?id=${row?.kursus_pelatih_id}`
    const old = (await by.get<{ pelatih_id: number; gedung_id: number; ruang_id: number }>(path))
      .data
    const { pelatih_id, gedung_id, ruang_id } = old
    const answer = await by.post<{ id: number }>('/kursus-pelatih/create', {
      pelatih_id,
      gedung_id,
      ruang_id,
      kursus_id: following,
      hari: Hari.minggu,
      jam_mulai: '19:00',
      mulai: '2024-01-01',
      ...letStand,
    })
    // Approves the class, because on Sundays the coaches of the demo school must be asked first.
    await by.post(`/kursus-pelatih/setujui-slot?id=${answer.data.id}`, {})
    await open(`/kursus-peserta/view?id=${row?.id}`)
    await act(page, 'Kelas selanjutnya')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Kelas Selanjutnya')
    await page.getByRole('button', { name: 'Lanjut' }).click()
    await expect(page.getByRole('heading', { name: /Langkah 2 dari 3/ })).toBeFocused()
    await page.getByLabel('Kelas Selanjutnya').selectOption(String(answer.data.id))
    await page.getByLabel('Catatan Level').fill('Lulus ujian kenaikan')
    await page.getByRole('button', { name: 'Lanjut' }).click()
    await expect(page.getByRole('table', { name: 'Yang naik kelas' })).toContainText(
      row?.peserta_nama ?? '?',
    )
    await page.getByRole('button', { name: 'Naikkan kelas' }).click()
    await expect(page).toHaveURL(/\/kursus-peserta\/view/)
    await expect(page.getByText('Lulus ujian kenaikan')).toBeVisible()
    await page.getByRole('tab', { name: 'Rangkaian kelas' }).click()
    await expect(page.getByRole('table', { name: 'Rangkaian kelas' }).getByRole('row')).toHaveCount(
      3,
    )
    await page.getByRole('button', { name: 'Batalkan kenaikan kelas' }).click()
    await page.getByRole('button', { name: 'Batalkan kenaikan', exact: true }).click()
    await expect(page.getByText('Kenaikan kelas dibatalkan')).toBeVisible()
    const after = await by.get<Enrolment>(`/kursus-peserta/view?id=${row?.id}`)
    expect(after.data.status).toBe(1)
  })
})

test.describe('the printed schedule', () => {
  test.use({ role: 'peserta' })
  test('prints the student’s own week', { tag: '@smoke' }, async ({ page, open }) => {
    await open('/kursus-peserta')
    await page.getByRole('button', { name: 'Cetak' }).click()
    await expect(page.getByRole('heading', { name: 'JADWAL KURSUS', exact: true })).toBeVisible()
    await expect(page.locator('.paper td').first()).toBeVisible()
  })
})
