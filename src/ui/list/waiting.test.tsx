/**
 * Tests the moment of entering a list. A placeholder shows if the rows load slowly, and no
 * placeholder shows if they load fast.
 */
import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw/http'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { serveSchool } from '#mocks/serve.ts'
import { router } from '#src/router.tsx'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'
import { patience } from '#src/ui/list/listRoute.ts'

const school = serveSchool()
afterEach(closeApp)

const heading = () => screen.getByRole('heading', { level: 1 })
const skeleton = () => screen.queryByRole('status', { name: 'Memuat' })

test('shows title and skeleton while rows load slowly', async () => {
  const gate = Promise.withResolvers<undefined>()
  await renderApp('/gedung', school.superadmin.token)
  school.use(http.get('*/api/bank', () => gate.promise))
  router.history.push('/bank')
  await waitFor(() => expect(heading()).toHaveTextContent('Bank'))
  expect(skeleton()).toHaveAttribute('aria-busy', 'true')
  expect(document.title).toBe('Bank · Nada')
  expect(document.querySelectorAll('tbody tr .mantine-Skeleton-root').length).toBeGreaterThan(20)
  gate.resolve(undefined)
  expect(await screen.findByText('BCA')).toBeVisible()
  expect(skeleton()).toBeNull()
})

test('keeps the rows while changed filters load', async () => {
  await renderApp('/bank', school.superadmin.token)
  expect(await screen.findByText('BCA')).toBeVisible()
  const gate = Promise.withResolvers<undefined>()
  school.use(http.get('*/api/bank', () => gate.promise))
  router.history.push('/bank?status=nonaktif')
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true'))
  expect(screen.getByText('BCA')).toBeVisible()
  expect(skeleton()).toBeNull()
  gate.resolve(undefined)
  expect(await screen.findByText('Tidak ada yang cocok')).toBeVisible()
})

test('keeps the previous page without a flash while rows load fast', async () => {
  await renderApp('/gedung', school.superadmin.token)
  const { setTimeout: real } = globalThis
  // Disables the timeout of `patience`, so that the response counts as fast even on a slow machine.
  const never = (run: () => void, ms?: number) => (ms === patience ? 0 : real(run, ms))
  Object.assign(globalThis, { setTimeout: never })
  onTestFinished(() => {
    Object.assign(globalThis, { setTimeout: real })
  })
  const flashed: string[] = []
  const watch = new MutationObserver(() => {
    if (skeleton()) flashed.push(heading().textContent ?? '')
  })
  watch.observe(document.body, { childList: true, subtree: true })
  router.history.push('/ruang')
  await waitFor(() => expect(place()).toBe('/ruang'))
  expect(await screen.findByText('A1')).toBeVisible()
  watch.disconnect()
  expect(flashed).toEqual([])
})
