import { afterEach, describe, expect, test } from 'vitest'
import { ApiError } from '#src/data/api/http.ts'
import { dialogAtom, dropDialog, store, showFailure } from '#src/state/feedback.ts'

afterEach(dropDialog)

describe('a failed call', () => {
  test.each([403, 404, 409, 429, 500])('opens a dialog for %i', (status) => {
    const error = new ApiError(status, 'Gagal')
    showFailure(error)
    expect(store.get(dialogAtom)).toEqual({ kind: 'error', error, back: false })
  })
  // No dialog opens for status 0 (lost connection), because its Login button would log out the
  // user. For 401 the login page opens instead.
  test.each([0, 401])('opens no dialog for %i', (status) => {
    showFailure(new ApiError(status, 'Gagal'))
    expect(store.get(dialogAtom)).toBeNull()
  })
  test('rethrows an error that does not come from the call', () => {
    expect(() => showFailure(new TypeError('x'))).toThrow(TypeError)
    expect(store.get(dialogAtom)).toBeNull()
  })
})
