/**
 * Tests the file field with the real server: a chosen file is uploaded at once, and the value of
 * the form is the id of the file.
 */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw/http'
import { setupServer } from 'msw/node'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { handlersFor, openSchool } from '#mocks/handlers.ts'
import { token } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { FileField } from '#src/ui/form/file/FileField.tsx'

let api: Awaited<ReturnType<typeof openSchool>>
const server = setupServer(...handlersFor(() => api))
beforeAll(() => server.listen())
afterAll(() => server.close())
beforeEach(async () => {
  api = await openSchool()
  held = null
  token.set((await api.as(1)).token)
})
afterEach(async () => {
  server.resetHandlers()
  queryClient.clear()
  await api.close()
})

let held: unknown
const Harness = () => {
  const [value, setValue] = useState<unknown>(null)
  const change = (next: unknown) => {
    held = next
    setValue(next)
  }
  return <FileField name="bukti" label="Bukti" jenis="bukti" value={value} onChange={change} />
}
const show = () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Harness />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return screen.getByLabelText<HTMLInputElement>('Bukti')
}
const pdf = (name = 'transfer.pdf') =>
  new File([`%PDF-1.7\n${'x'.repeat(60)}`], name, { type: 'application/pdf' })

test('uploads a chosen file, shows it and removes it', async () => {
  const user = userEvent.setup()
  await user.upload(show(), pdf())
  expect(await screen.findByRole('button', { name: /Lihat berkas/ })).toBeInTheDocument()
  expect(held).toEqual(expect.any(Number))
  expect(await api.db.selectFrom('berkas').select(['id', 'nama', 'jenis']).execute()).toEqual([
    { id: held, nama: 'transfer.pdf', jenis: 'bukti' },
  ])
  await user.click(screen.getByRole('button', { name: 'Hapus Bukti' }))
  expect(held).toBeNull()
})
test('shows a server error at the field and keeps the previous value', async () => {
  const user = userEvent.setup({ applyAccept: false })
  const input = show()
  await user.upload(input, pdf())
  await screen.findByRole('button', { name: /Lihat berkas/ })
  const before = held
  await user.upload(
    screen.getByLabelText('Bukti'),
    new File(['<script>'.repeat(20)], 'x.pdf', { type: 'application/pdf' }),
  )
  expect(await screen.findByText('Pilih gambar JPG, PNG, WebP, atau PDF')).toBeInTheDocument()
  expect(screen.getByLabelText('Bukti')).toBeInvalid()
  expect(held).toBe(before)
})
test('rejects a file of another type before the upload', async () => {
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(show(), new File(['x'], 'catatan.txt', { type: 'text/plain' }))
  expect(await screen.findByText('Pilih gambar JPG, PNG, WebP, atau PDF')).toBeInTheDocument()
  expect(screen.getByLabelText('Bukti')).toBeInvalid()
  expect(held).toBeNull()
  expect(await api.db.selectFrom('berkas').select('id').execute()).toEqual([])
})
test('has no id to save during the upload and shows a lost connection', async () => {
  let answer = (_: Response) => {}
  server.use(
    http.post(
      '*/api/berkas/unggah',
      () =>
        new Promise<Response>((done) => {
          answer = done as typeof answer
        }),
    ),
  )
  const user = userEvent.setup()
  await user.upload(show(), pdf())
  expect(await screen.findByRole('progressbar', { name: 'Mengunggah' })).toBeInTheDocument()
  expect(held).toBe('mengunggah')
  answer(HttpResponse.error())
  expect(await screen.findByText('Tidak ada koneksi')).toBeInTheDocument()
  expect(held).toBeNull()
})
