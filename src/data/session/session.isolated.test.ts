import { http, HttpResponse } from 'msw/http'
import { beforeEach, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { serveSchool } from '#mocks/serve.ts'
import { on, token } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { forget, login, logout, me, reloadMe, roleOf } from '#src/data/session/session.ts'

const school = serveSchool()
beforeEach(() => {
  forget()
})

describe('the session', () => {
  test('stores token and profile at login and restores them without a request', async () => {
    const user = await login('superadmin', 'rahasia-uji')
    expect(user).toMatchObject({ username: 'superadmin', role: { accesses: ['*'] } })
    expect(localStorage.getItem('token')).toMatch(/^[\w-]{20,}$/)
    queryClient.clear()
    expect(me()).toEqual(user)
    expect(school.asked(/^GET \/profile/)).toHaveLength(1)
  })
  test('stays empty after a rejected login', async () => {
    await expect(login('superadmin', 'salah')).rejects.toMatchObject({ status: 401 })
    expect([token.get(), me()]).toEqual([null, undefined])
  })
  test('clears the cached data at a login as another user', async () => {
    token.set(school.superadmin.token)
    queryClient.setQueryData(['bank', 'list', {}], ['rahasia'])
    await login('superadmin', 'rahasia-uji')
    expect(queryClient.getQueryData(['bank', 'list', {}])).toBeUndefined()
  })
  test('revokes the token at logout, clears the user and keeps the device settings', async () => {
    localStorage.setItem('nada.list.bank', '{"hidden":["tipe"]}')
    localStorage.setItem('nada.sidebar', 'false')
    token.set(school.superadmin.token)
    await reloadMe()
    queryClient.setQueryData(['bank', 'list', {}], ['rahasia'])
    await logout()
    expect({ ...localStorage }).toEqual({
      'nada.list.bank': '{"hidden":["tipe"]}',
      'nada.sidebar': 'false',
    })
    expect([me(), queryClient.getQueryCache().getAll().length]).toEqual([undefined, 0])
    expect((await school.superadmin.get('/profile')).status).toBe(401)
  })
  test('ends at logout even without a server', async () => {
    token.set(school.superadmin.token)
    await reloadMe()
    school.use(http.post('*/api/auth/logout', () => HttpResponse.error()))
    await logout()
    expect([token.get(), localStorage.getItem('user'), me()]).toEqual([null, null, undefined])
  })
  test('is empty without a token or with an invalid profile', () => {
    localStorage.setItem('user', '{"id":1}')
    expect(me()).toBeUndefined()
    token.set('x')
    expect(me()).toEqual({ id: 1 })
    for (const bad of ['{rusak', 'null', '7', '"teks"']) {
      localStorage.setItem('user', bad)
      expect(me()).toBeUndefined()
    }
  })
  test('reloads the profile after a 403, once for several at the same moment', async () => {
    token.set(school.superadmin.token)
    await reloadMe()
    on.forbidden?.()
    on.forbidden?.()
    await expect.poll(() => school.asked(/^GET \/profile/).length).toBe(2)
    token.clear()
    on.forbidden?.()
    expect(school.asked(/^GET \/profile/)).toHaveLength(2)
  })
})

test('treats a custom role as its base role', async () => {
  token.set(school.superadmin.token)
  const user = await reloadMe()
  expect(roleOf(user)).toBe(1)
  expect(
    roleOf({ ...user, role_id: 12, role: { ...user.role!, dasar_role_id: RoleId.sales } }),
  ).toBe(4)
  expect(roleOf({ ...user, role_id: RoleId.akunBilling, role: null })).toBe(5)
  expect(roleOf(undefined)).toBeUndefined()
})
