import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw/http'
import { Suspense, type ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { bank } from '#contract/billing/bank.ts'
import { billing } from '#contract/billing/billing.ts'
import { billingPayment } from '#contract/billing/billingPayment.ts'
import { generate } from '#contract/billing/generateCalls.ts'
import { gedung } from '#contract/catalog/gedung.ts'
import { MetodePembayaran } from '#contract/enums.ts'
import { kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import { serveSchool } from '#mocks/serve.ts'
import { createCall } from '#src/data/api/createCall.ts'
import { createHooks } from '#src/data/api/createHooks.ts'
import { token } from '#src/data/api/http.ts'
import { onActionError, queryClient } from '#src/data/api/queryClient.ts'

const school = serveSchool()
const [Banks, Bills, Payments, Outlets, Classes] = [
  createHooks(bank),
  createHooks(billing),
  createHooks(billingPayment),
  createHooks(gedung),
  createHooks(kursusPelatih),
]
beforeEach(() => {
  queryClient.clear()
  token.set(school.superadmin.token)
  onActionError.show = undefined
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <Suspense>{children}</Suspense>
  </QueryClientProvider>
)
const use = <T,>(hook: () => T) => renderHook(hook, { wrapper }).result
const refuse = (path: string, status: number) =>
  school.use(
    http.post(
      path,
      () => HttpResponse.json({ success: false, data: { message: 'Tidak bisa' } }, { status }),
      { once: true },
    ),
  )

test('builds keys of name, operation and parameters', () => {
  expect(Banks.queries.list({ page: 2, status: 'aktif' }).queryKey).toEqual([
    'bank',
    'list',
    { page: 2, status: 'aktif' },
  ])
  expect(Banks.queries.view(7, 'a').queryKey).toEqual(['bank', 'view', { id: 7, expand: 'a' }])
  expect(Banks.queries.pilihan('bca', { metode: MetodePembayaran.transfer }).queryKey).toEqual([
    'bank',
    'pilihan',
    { q: 'bca', metode: MetodePembayaran.transfer },
  ])
  expect(
    Bills.queries.total({
      page: 3,
      sort: 'total',
      expand: 'items',
      q: 'a',
      'per-page': 50,
      status: '1',
    }).queryKey,
  ).toEqual(['billing', 'total', { q: 'a', status: '1' }])
  expect(createCall(generate).def.path).toBe('/billing/generate')
})
test('sends a range as filter[x][gte] and [lte] and other filters unchanged', async () => {
  await queryClient.fetchQuery(
    Bills.queries.list({
      'jatuh_tempo.gte': '2026-01-01',
      'jatuh_tempo.lte': '2026-12-31',
      status: '1',
      sort: '-jatuh_tempo',
      'per-page': 50,
    }),
  )
  await queryClient.fetchQuery(Bills.queries.total({ 'total.gte': '1000', page: 2 }))
  expect(school.asked(/^GET \/billing/).map(({ path }) => path)).toEqual([
    '/billing?filter[jatuh_tempo][gte]=2026-01-01&filter[jatuh_tempo][lte]=2026-12-31&status=1&sort=-jatuh_tempo&per-page=50',
    '/billing/total?filter[total][gte]=1000',
  ])
})
test('keeps the old rows of a list, marked stale, until the new rows arrive', async () => {
  for (const nama_bank of ['Mandiri', 'BRI'])
    await school.superadmin.post('/bank/create', {
      nama_bank,
      no_rekening: '1',
      atas_nama: 'A',
      status: 'nonaktif',
    })
  const renders: string[] = []
  const { result, rerender } = renderHook(
    ({ status }: { status: string }) => {
      const { rows, stale } = Banks.useList({ status, sort: 'nama_bank' })
      renders.push(`${rows.map((r) => r.nama_bank).join()}${stale ? ' …' : ''}`)
      return rows
    },
    { wrapper, initialProps: { status: 'aktif' } },
  )
  await waitFor(() => expect(result.current).toHaveLength(1))
  rerender({ status: 'nonaktif' })
  await waitFor(() => expect(result.current).toHaveLength(2))
  expect([...new Set(renders)]).toEqual(['BCA', 'BCA …', 'BRI,Mandiri'])
})

describe('the cache after a write', () => {
  const keys = (): Record<string, readonly unknown[]> => ({
    'kursus-pelatih list': Classes.queries.list({ page: 2 }).queryKey,
    'kursus-pelatih view': Classes.queries.view(school.ids.kelas).queryKey,
    'kursus-pelatih pilihan': Classes.queries.pilihan('x').queryKey,
    'kursus-peserta': ['kursus-peserta', 'list', {}],
    audit: ['audit', 'list', {}],
    gedung: Outlets.queries.list().queryKey,
    kursus: ['kursus', 'list', {}],
  })
  const fill = () => {
    for (const key of Object.values(keys())) queryClient.setQueryData(key, [])
  }
  const stale = () =>
    Object.entries(keys()).flatMap(([name, key]) =>
      queryClient.getQueryState(key)?.isInvalidated ? [name] : [],
    )

  test('invalidates the resource, its touched resources and the audit log only', async () => {
    fill()
    expect(stale()).toEqual([])
    const update = use(() => Classes.useUpdate())
    await update.current.mutateAsync({ id: school.ids.kelas, input: { catatan: 'B2', versi: 1 } })
    expect(stale()).toEqual([
      'kursus-pelatih list',
      'kursus-pelatih view',
      'kursus-pelatih pilihan',
      'kursus-peserta',
      'audit',
    ])
  })
  test('stays valid after a failed write', async () => {
    fill()
    await expect(
      use(() => Classes.useUpdate()).current.mutateAsync({
        id: school.ids.kelas,
        input: { catatan: 'B2', versi: 99 },
      }),
    ).rejects.toMatchObject({ status: 409 })
    expect(stale()).toEqual([])
  })
  test('drops a deleted row and does not fetch it again', async () => {
    const { id } = (
      await school.superadmin.post<{ id: number }>('/gedung/create', {
        kode: 'BDG',
        nama: 'Nada Bandung',
        alamat: 'Jl. 1',
        kota: 'Bandung',
      })
    ).data
    await queryClient.fetchQuery(Outlets.queries.view(id))
    await queryClient.fetchQuery(Outlets.queries.list())
    const aboutRow = [
      ['gedung', 'kertas', id, 'A4'],
      ['gedung', 'kop', { id }],
    ]
    for (const key of aboutRow) queryClient.setQueryData(key, {})
    await use(() => Outlets.useDelete()).current.mutateAsync(id)
    for (const key of [...aboutRow, Outlets.queries.view(id).queryKey])
      expect(queryClient.getQueryState(key), JSON.stringify(key)).toBeUndefined()
    expect(queryClient.getQueryState(Outlets.queries.list().queryKey)?.isInvalidated).toBe(true)
    expect(school.asked(/^GET \/gedung\/view/)).toHaveLength(1)
  })
})

describe('Idempotency-Key', () => {
  const input = () => ({
    akun_billing_id: school.ids.akun,
    gedung_id: school.ids.gedung,
    tanggal: '2026-11-01',
    metode: 0 as const,
    jumlah: 100_000,
    pembayar_nama: 'Fajar',
  })
  const keys = (path: RegExp) =>
    school.asked(path).map(({ headers }) => headers.get('idempotency-key'))

  test('is the same for a retry and new after a success', async () => {
    refuse('*/api/billing-payment/create', 503)
    const create = use(() => Payments.useCreate())
    await expect(create.current.mutateAsync(input())).rejects.toMatchObject({ status: 503 })
    const payment = await create.current.mutateAsync(input())
    await waitFor(() => expect(create.current.isSuccess).toBe(true))
    const next = await create.current.mutateAsync(input())
    const [first, again, nextKey] = keys(/^POST \/billing-payment\/create/)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(again).toBe(first)
    expect(nextKey).not.toBe(first)
    expect(next.id).not.toBe(payment.id)
  })
  test('is exposed by a call before it is sent', async () => {
    const send = use(() => createCall(generate).useMutation({ quiet: true }))
    refuse('*/api/billing/generate', 503)
    const { key } = send.current
    await expect(send.current.mutateAsync({ periode: '2026-11' })).rejects.toMatchObject({
      status: 503,
    })
    expect(send.current.key).toBe(key)
    await send.current.mutateAsync({ periode: '2026-11' }).catch(() => {})
    expect(keys(/^POST \/billing\/generate/)).toEqual([key, key])
  })
  test('is sent for a create of any resource and not for an update', async () => {
    const { id, versi } = await use(() => Banks.useCreate()).current.mutateAsync({
      nama_bank: 'BRI',
      no_rekening: '2',
      atas_nama: 'A',
    })
    await use(() => Banks.useUpdate()).current.mutateAsync({ id, input: { versi, urutan: 3 } })
    expect(keys(/^POST \/bank\/create/)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(keys(/^POST \/bank\/update/)).toEqual([null])
  })
  test('is renewed after a conflict with a lost first call of another body', async () => {
    const create = use(() => Banks.useCreate())
    const send = (nama_bank: string) =>
      create.current.mutateAsync({ nama_bank, no_rekening: '9', atas_nama: 'A' })
    const lastKey = () => keys(/^POST \/bank\/create/).at(-1)
    refuse('*/api/bank/create', 503)
    await expect(send('BNI')).rejects.toMatchObject({ status: 503 })
    const first = lastKey()
    // Sends the first input to the server with the key of the failed call, as if that call had
    // reached the server and only its response had been lost.
    await school.superadmin.post(
      '/bank/create',
      { nama_bank: 'BNI', no_rekening: '9', atas_nama: 'A' },
      first,
    )
    await expect(send('BTN')).rejects.toMatchObject({
      status: 422,
      fields: [{ field: 'Idempotency-Key' }],
    })
    expect(lastKey()).toBe(first)
    await waitFor(() => expect(create.current.isError).toBe(true))
    expect((await send('BTN')).nama_bank).toBe('BTN')
    expect(lastKey()).not.toBe(first)
  })
})

test('reports a failed deletion or action to the shell, but not a failed form', async () => {
  const show = vi.fn<(error: Error) => void>()
  onActionError.show = show
  const remove = use(() => Banks.useDelete())
  for (const status of [409, 401]) {
    refuse('*/api/bank/delete', status)
    await remove.current.mutateAsync(school.ids.bank).catch(() => {})
  }
  refuse('*/api/bank/create', 409)
  await use(() => Banks.useCreate())
    .current.mutateAsync({ nama_bank: 'BRI', no_rekening: '2', atas_nama: 'A' })
    .catch(() => {})
  expect(show.mock.calls).toEqual([
    [expect.objectContaining({ status: 409, message: 'Tidak bisa' })],
    [expect.objectContaining({ status: 401 })],
  ])
})

test('refetches the list after an action that fails with a conflict', async () => {
  const list = Banks.queries.list()
  await queryClient.fetchQuery(list)
  const isStale = () => queryClient.getQueryState(list.queryKey)?.isInvalidated
  const remove = use(() => Banks.useDelete())
  for (const [status, stale] of [
    [422, false],
    [409, true],
  ] as const) {
    refuse('*/api/bank/delete', status)
    await remove.current.mutateAsync(school.ids.bank).catch(() => {})
    expect(isStale()).toBe(stale)
  }
})

describe('a callback of a write', () => {
  const input = (nama_bank: string) => ({ nama_bank, no_rekening: '7', atas_nama: 'A' })

  test('reports the success after unmounting, without navigating', async () => {
    const { result, unmount } = renderHook(() => Banks.useCreate(), { wrapper })
    const [said, went] = [vi.fn<(row: unknown) => void>(), vi.fn<(row: unknown) => void>()]
    result.current.mutate(input('Bank Pergi'), { onSuccess: said, next: went })
    unmount()
    await waitFor(() => expect(said).toHaveBeenCalledOnce())
    expect(went).not.toHaveBeenCalled()
    const stays = use(() => Banks.useCreate())
    stays.current.mutate(input('Bank Tinggal'), { onSuccess: said, next: went })
    await waitFor(() => expect(went).toHaveBeenCalledOnce())
  })

  test('reports each of two concurrent writes', async () => {
    const remove = use(() => Banks.useDelete())
    const creations = ['Bank Satu', 'Bank Dua'].map((nama) =>
      use(() => Banks.useCreate()).current.mutateAsync(input(nama)),
    )
    const ids = (await Promise.all(creations)).map((row) => row.id)
    const said: number[] = []
    for (const id of ids) remove.current.mutate(id, { onSuccess: () => said.push(id) })
    await waitFor(() => expect(said.toSorted()).toEqual(ids.toSorted()))
  })

  test('reports a double press once and allows a later retry', async () => {
    const { id } = await use(() => Banks.useCreate()).current.mutateAsync(input('Bank Dobel'))
    const update = use(() => Banks.useUpdate())
    const [said, errorSpy] = [vi.fn<(row: unknown) => void>(), vi.fn<(error: unknown) => void>()]
    const change = { id, input: { urutan: 4, versi: 1 } }
    for (let i = 0; i < 2; i++)
      update.current.mutate(change, { onSuccess: said, onError: errorSpy })
    await waitFor(() => expect(said).toHaveBeenCalledOnce())
    expect(errorSpy).not.toHaveBeenCalled()
    update.current.mutate(change, { onError: errorSpy })
    await waitFor(() => expect(errorSpy).toHaveBeenCalledOnce())
  })

  test('reports an error and the end of the call', async () => {
    refuse('*/api/bank/create', 500)
    const create = use(() => Banks.useCreate())
    const [errorSpy, ended] = [vi.fn<(error: unknown) => void>(), vi.fn<(done: boolean) => void>()]
    create.current.mutate(input('Bank Gagal'), { onError: errorSpy, onSettled: ended })
    await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith(false))
    expect(errorSpy).toHaveBeenCalledOnce()
  })
})
