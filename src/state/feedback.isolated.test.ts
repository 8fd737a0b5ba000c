import { afterEach, describe, expect, test } from 'vitest'
import { ApiError } from '#src/data/api/http.ts'
import { dialogAtom, dropDialog, store, showFailure } from '#src/state/feedback.ts'

afterEach(dropDialog)

describe('why a call failed', () => {
  test.each([403, 404, 409, 429, 500])('%i stands in a dialog', (status) => {
    const error = new ApiError(status, 'Gagal')
    showFailure(error)
    expect(store.get(dialogAtom)).toEqual({ kind: 'error', error, back: false })
  })
  // The dialog's button would log out a user who has only lost the connection.
  test.each([0, 401])('%i has its own place, and no dialog', (status) => {
    showFailure(new ApiError(status, 'Gagal'))
    expect(store.get(dialogAtom)).toBeNull()
  })
  test('what is no failure of a call is a fault of ours, and goes on', () => {
    expect(() => showFailure(new TypeError('x'))).toThrow(TypeError)
    expect(store.get(dialogAtom)).toBeNull()
  })
})
