/**
 * Set-up of tests in jsdom: replaces browser functions that jsdom lacks or implements differently,
 * and fails tests with an unexpected console.error.
 */
import '@testing-library/jest-dom/vitest'
import { format } from 'node:util'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// IS_REACT_ACT_ENVIRONMENT stays unset, so that tests need no `act`. Responses may arrive at any
// time, as in a browser. Tests wait for the effect of a response with `find…`.

const { Blob, File } = process.getBuiltinModule('buffer')
const form = await new Response(new URLSearchParams()).formData()
vi.stubGlobal('Blob', Blob)
vi.stubGlobal('File', File)
vi.stubGlobal('FormData', form.constructor)

const listeners = {
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
}
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  onchange: null,
  ...listeners,
}))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return []
    }
  },
)
vi.stubGlobal('scrollTo', () => {})
Element.prototype.scrollIntoView = () => {}
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
URL.createObjectURL ??= () => 'blob:test'
URL.revokeObjectURL ??= () => {}

// Fails a test that calls console.error. A test that expects such a call replaces the function:
// `vi.spyOn(console, 'error').mockImplementation(() => {})`.
let errors: unknown[][] = []
const { error } = console
console.error = (...args: unknown[]) => {
  errors.push(args)
  error(...args)
}
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  location.hash = ''
})
afterEach(() => {
  cleanup()
  const testErrors = errors
  errors = []
  if (testErrors.length)
    throw new Error(
      `Unexpected console.error:\n${testErrors.map((args) => format(...args)).join('\n')}`,
    )
})
