import { QueryClientProvider } from '@tanstack/react-query'
import { render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { AccessCode } from '#contract/access/access.ts'
import { serveSchool } from '#mocks/serve.ts'
import { token } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { forget, reloadMe, useAllowed, useCan } from '#src/data/session/session.ts'
import { Can } from '#src/ui/access/Can.tsx'

const school = serveSchool()
beforeEach(() => {
  forget()
})
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const as = async (id: number) => {
  token.set((await school.api.as(id)).token)
  await reloadMe()
}
const holds = (code: AccessCode) => renderHook(() => useCan(code), { wrapper }).result.current

test('grants all codes for the wildcard, and only the listed codes for a list', async () => {
  await as(1)
  expect([holds('bank/create'), holds('role/update')]).toEqual([true, true])
  await as(school.ids.admin)
  expect([holds('bank/create'), holds('gedung/create'), holds('billing/generate')]).toEqual([
    false,
    true,
    true,
  ])
  await as(school.ids.sales)
  expect([holds('gedung/create'), holds('billing/index')]).toEqual([false, true])
})
test('ignores a wildcard that is not first and grants nothing without a role', async () => {
  await as(1)
  const with_ = (accesses: string[] | undefined) =>
    queryClient.setQueryData(['profile', 'view', {}], (old: object | undefined) => ({
      ...old,
      role: accesses && { id: 9, name: 'Uji', accesses },
    }))
  with_(['gedung/index', '*'])
  expect([holds('gedung/index'), holds('bank/index')]).toEqual([true, false])
  with_([])
  expect(holds('gedung/index')).toBe(false)
  with_(undefined)
  expect(holds('gedung/index')).toBe(false)
})
test('grants nothing without a user', () => {
  expect(holds('profile/view')).toBe(false)
  expect(renderHook(useAllowed, { wrapper }).result.current('profile/view')).toBe(false)
})
test('shows the children of Can only to a user with the code', async () => {
  await as(school.ids.admin)
  render(
    <>
      <Can do="gedung/create">
        <button type="button">Tambah Outlet</button>
      </Can>
      <Can do="bank/create">
        <button type="button">Tambah Bank</button>
      </Can>
    </>,
    { wrapper },
  )
  expect(screen.getByRole('button', { name: 'Tambah Outlet' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Tambah Bank' })).toBeNull()
})
