/** Tests that the example script of docs/api.md reads bills and records a payment once. */
import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBill } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
let server: ReturnType<typeof serve>
beforeAll(async () => {
  s = await makeSchool()
  server = serve({ fetch: s.app.fetch, port: 0, hostname: '127.0.0.1' })
})
afterAll(async () => {
  server.close()
  await s.close()
})

test('runs the documented example, which pays a bill once', async () => {
  const input = {
    nama: 'Contoh',
    masa: 30,
    gedung: [s.ids.gedung],
    kode: ['billing/index', 'billing/view', 'user/akun-billing', 'billing-payment/create'],
    password: 'rahasia-uji',
  }
  const { token } = must(await s.superadmin.post<{ token: string }>('/profile/buat-token', input))
  const bill = await makeBill(s, s.ids.akun, 450_000)
  const { port } = server.address() as AddressInfo
  const run = async (...values: unknown[]) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['docs/examples/payBills.js', ...values.map(String)],
      { env: { NADA_URL: `http://127.0.0.1:${port}`, NADA_TOKEN: token } },
    )
    return stdout
  }
  expect(await run(s.ids.gedung)).toMatch(new RegExp(`^${bill}\\t`, 'm'))
  const pay = () => run(s.ids.gedung, bill, 450_000, '2025-01-05', 'TRANSFER-77')
  const first = await pay()
  expect(first).toMatch(/^\d+\n$/)
  expect(await pay()).toBe(first)
  expect(must<any>(await s.superadmin.get(`/billing/view?id=${bill}`)).sisa).toBe(0)
  expect(await run(s.ids.gedung)).not.toMatch(new RegExp(`^${bill}\\t`, 'm'))
  await expect(run(s.ids.gedung2, bill, 1, '2025-01-05', 'LAIN')).rejects.toThrow(/Error: 422/)
})
