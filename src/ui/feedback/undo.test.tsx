/** Tests of `Urungkan` in the toast of a delete. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const room = { nama: 'Studio', kapasitas: 7, fasilitas: ['Drum'], status: 'nonaktif' }
const rooms = async () =>
  must(await school.superadmin.get<object[]>('/ruang?q=Studio&status=nonaktif'))
let id: number
beforeEach(async () => {
  const body = { ...room, gedung_id: school.ids.gedung }
  id = must(await school.superadmin.post<{ id: number }>('/ruang/create', body)).id
})
/** Confirms the question and returns the button of the toast. */
const confirmAndFindUndo = async (user: UserEvent, name: string) => {
  const question = within(await screen.findByRole('dialog', { name: `Hapus ${name}?` }))
  expect(question.queryByText(/tidak dapat dibatalkan/)).toBeNull()
  await user.click(question.getByRole('button', { name: 'Hapus' }))
  return screen.findByRole('button', { name: 'Urungkan' })
}
const deleteInList = async () => {
  const user = await renderApp('/ruang', school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Aksi Studio' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Hapus' }))
  return { user, undo: await confirmAndFindUndo(user, 'Studio') }
}

test('makes a deleted room again, once', async () => {
  const { undo } = await deleteInList()
  expect(await rooms()).toEqual([])
  fireEvent.click(undo)
  fireEvent.click(undo)
  expect(await screen.findByText('Ruang Studio dikembalikan')).toBeVisible()
  expect(await rooms()).toEqual([expect.objectContaining(room)])
  expect(school.asked(/ruang\/create/)).toHaveLength(1)
  expect(await screen.findByRole('button', { name: 'Aksi Studio' })).toBeVisible()
})

test('restores the room of a record with Ctrl Z, except in a text field', async () => {
  const user = await renderApp(`/ruang/view?id=${id}`, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Hapus' }))
  await confirmAndFindUndo(user, 'Studio')
  await user.click(await screen.findByRole('searchbox', { name: 'Cari' }))
  await user.keyboard('{Control>}z{/Control}')
  expect(await rooms()).toEqual([])
  screen.getByRole('searchbox', { name: 'Cari' }).blur()
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Ruang Studio dikembalikan')).toBeVisible()
  expect(await rooms()).toHaveLength(1)
  await user.keyboard('{Control>}z{/Control}')
  expect(school.asked(/ruang\/create/)).toHaveLength(1)
})

test('shows why a room cannot be restored', async () => {
  const { user, undo } = await deleteInList()
  must(await school.superadmin.post('/ruang/create', { ...room, gedung_id: school.ids.gedung }))
  await user.click(undo)
  expect(await screen.findByRole('dialog', { name: /^Error/ })).toHaveTextContent(/sudah/i)
  expect(await rooms()).toHaveLength(1)
})

test('restores a draft bill with its lines from the list', async () => {
  const { akun, gedung, jenis } = school.ids
  const { id: draft } = must(
    await school.superadmin.post<{ id: number }>('/billing/create', {
      akun_billing_id: akun,
      gedung_id: gedung,
      jatuh_tempo: '2040-12-31',
      items: [
        { jenis_billing_id: jenis, deskripsi: 'Buku', qty: 2, harga_satuan: 125_000 },
        {
          jenis_billing_id: jenis,
          deskripsi: 'Seragam',
          harga_satuan: 90_000,
          diskon: 10_000,
          diskon_alasan: 'Sisa stok',
        },
      ],
    }),
  )
  const linesOf = async (bill: number) => {
    const path = `/billing/view?id=${bill}&expand=items`
    const { items, total } = must(
      await school.superadmin.get<{
        items: { deskripsi: string; jumlah: number }[]
        total: number
      }>(path),
    )
    return [total, ...items.map((line) => [line.deskripsi, line.jumlah])]
  }
  const before = await linesOf(draft)
  const user = await renderApp('/billing?status=0', school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Aksi Draft Fajar Santoso' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Hapus' }))
  await user.click(await confirmAndFindUndo(user, 'Draft Fajar Santoso'))
  expect(await screen.findByText(/Draft Fajar Santoso dikembalikan/)).toBeVisible()
  const [again] = must(await school.superadmin.get<{ id: number }[]>('/billing?status=0'))
  expect(again?.id).not.toBe(draft)
  expect(await linesOf(again?.id ?? 0)).toEqual(before)
})

test('restores the rooms of a batch from its result', async () => {
  const user = await renderApp('/ruang?q=Studio&status=nonaktif', school.superadmin.token)
  await user.click(await screen.findByRole('checkbox', { name: 'Pilih Studio' }))
  await user.click(await screen.findByRole('button', { name: 'Hapus' }))
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: /^Hapus/ }),
  )
  await user.click(await screen.findByRole('button', { name: 'Urungkan' }))
  await waitFor(async () => expect(await rooms()).toEqual([expect.objectContaining(room)]))
})
