import { expect, it } from 'vitest'
import { isSameViewSearch, viewSearchOf } from '#src/ui/list/views/viewSearch.ts'

it('stores the filters and the order of a list without its page', () => {
  expect(viewSearchOf({ status: 2, sort: '-nama', page: 3 })).toBe('status=2&sort=-nama')
  expect(viewSearchOf({ page: 3 })).toBe('')
})

it('recognises a view whose filters were set in another sequence', () => {
  const view = viewSearchOf({ status: 2, gedung_id: 1 })
  expect(isSameViewSearch(view, viewSearchOf({ gedung_id: 1, status: 2 }))).toBe(true)
  expect(isSameViewSearch(view, viewSearchOf({ gedung_id: 12, status: 2 }))).toBe(false)
})
