/**
 * Tests that every record shows its history: on its own screen, or, without a screen of its own,
 * through the menu of its row.
 */
import { existsSync, readFileSync } from 'node:fs'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { storeLine } from '#mocks/money/statement.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(async () => {
  if (document.querySelector('h1')) await closeApp()
})

/** List paths of the resources without a record screen, by resource name. */
const lists: Record<string, string> = {
  bank: '/bank',
  gedung: '/gedung',
  'hari-libur': '/gedung?tab=hari-libur',
  'jenis-billing': '/jenis-billing',
  'kategori-kursus': '/kategori-kursus',
  biaya: '/biaya',
  'produk-jasa': '/produk-jasa-lainnya',
  access: '/access',
  'pelatih-libur': '/pelatih-libur',
}
/**
 * Path of the source file that renders the history, by resource name. The path is relative to
 * `src/routes/_app` and has no extension. The default path is `<resource>/view`.
 */
const screens: Record<string, string> = {
  pertemuan: 'kursus-pelatih/-attendance/markHistory',
  lead: 'sales/lead/view',
}
/**
 * Names of the resources without a history of their own in the app. Either the history of another
 * record contains their changes, or only the owner sees the rows.
 */
const elsewhere = [
  'kursus-peserta',
  'daftar-tunggu',
  'course-level',
  'kursus-harga',
  'saved-view',
  'tarif-honor',
]

const make = async () => {
  const jenis_billing_id = await school.api.db
    .selectFrom('jenis_billing')
    .select('id')
    .executeTakeFirstOrThrow()
    .then((r) => r.id)
  const rows: [string, object][] = [
    ['hari-libur', { nama: 'Nyepi', tanggal: '2026-03-19' }],
    [
      'biaya',
      { kode: 'U1', nama: 'Uji', jenis_billing_id, nominal: 1000, berlaku_mulai: '2026-01-01' },
    ],
    [
      'pelatih-libur',
      {
        pelatih_id: school.ids.pelatih,
        mulai: '2031-01-06',
        selesai: '2031-01-07',
        alasan: 'Mudik',
      },
    ],
    ['produk-jasa', { kode: 'P1', nama: 'Buku', jenis_billing_id, harga: 1000 }],
    [
      'kursus-peserta',
      {
        peserta_id: school.ids.peserta,
        kursus_pelatih_id: school.ids.kelas,
        mulai: '2026-01-01',
        status: 1,
      },
    ],
  ]
  for (const [name, body] of rows) {
    const { status } = await school.superadmin.post(`/${name}/create`, { ...body })
    if (status !== 201 && status !== 409) throw new Error(`${name}: ${status}`)
  }
}

/** Makes a bank statement line and matches it with a payment. */
const makeMatched = async () => {
  const { api, ids, superadmin } = school
  const line = { tanggal: currentDay(), keterangan: 'SETORAN', jumlah: 200_000 }
  await storeLine(api, ids.bank, line)
  const [row] = must(await superadmin.get<{ id: number }[]>(`/mutasi-bank?bank_id=${ids.bank}`))
  must(
    await superadmin.post(`/mutasi-bank/cocokkan?id=${row?.id}`, {
      akun_billing_id: ids.akun,
      gedung_id: ids.gedung,
    }),
  )
  return must(
    await superadmin.get<{ id: number; payment_id: number }>(`/mutasi-bank/view?id=${row?.id}`),
  )
}

describe('the history in the menu of a row', () => {
  test.each(Object.entries(lists))('%s', async (_, path) => {
    await make()
    const user = await renderApp(path, school.superadmin.token)
    const [dots] = await screen.findAllByRole('button', { name: /^Aksi / })
    await user.click(dots!)
    await user.click(await screen.findByRole('menuitem', { name: 'Riwayat' }))
    const dialog = await screen.findByRole('dialog', { name: /^Riwayat / })
    await waitFor(() => expect(dialog).toHaveTextContent(/menambahkan|Belum ada riwayat/))
  })
})

test('shows the history of a course price', async () => {
  must(
    await school.superadmin.post('/kursus-harga/create', {
      kursus_id: school.ids.kursus,
      gedung_id: null,
      berlaku_mulai: '2030-01-01',
      biaya_bulanan: 900_000,
    }),
  )
  const user = await renderApp(
    `/kursus/view?id=${school.ids.kursus}&tab=harga`,
    school.superadmin.token,
  )
  await user.click(await screen.findByRole('button', { name: /^Aksi Semua outlet/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Riwayat' }))
  const dialog = await screen.findByRole('dialog', { name: /^Riwayat Harga/ })
  expect(await within(dialog).findByText(/menambahkan/)).toBeVisible()
})

test('shows the history of a coach rate', async () => {
  must(
    await school.superadmin.post('/tarif-honor/create', {
      pelatih_id: school.ids.pelatih,
      berlaku_mulai: '2030-01-01',
      jenis: 'per_pertemuan',
      tarif: 90_000,
    }),
  )
  const user = await renderApp(
    `/user/view?id=${school.ids.pelatih}&tab=honor`,
    school.superadmin.token,
  )
  await user.click(await screen.findByRole('button', { name: /^Aksi per pertemuan mulai/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Riwayat' }))
  const dialog = await screen.findByRole('dialog', { name: /^Riwayat Tarif/ })
  expect(await within(dialog).findByText(/menambahkan/)).toBeVisible()
})

test('shows a receipt in the history by its number without requesting it', async () => {
  const { id, payment_id } = await makeMatched()
  await renderApp(`/mutasi-bank/view?id=${id}`, school.superadmin.token)
  expect(await screen.findByText('mencocokkan')).toBeVisible()
  expect(await screen.findByText(`#${payment_id}`)).toBeVisible()
  expect(school.asked(/billing-payment\/pilihan/)).toEqual([])
})

test('has a place for the history of every resource that can be changed', () => {
  for (const [name, { access }] of Object.entries<AnyResource>(resources)) {
    if (access.update === null || name in lists || elsewhere.includes(name)) continue
    const file = `src/routes/_app/${screens[name] ?? `${name}/view`}.tsx`
    expect(existsSync(file), `${name} has a screen, or a list named here`).toBe(true)
    expect(readFileSync(file, 'utf8'), file).toContain(`<RecordHistory entitas="${name}"`)
  }
})
