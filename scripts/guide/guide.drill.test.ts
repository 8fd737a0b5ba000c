import { expect, test } from 'vitest'
import { withDemo } from '../demo.ts'
import { playGuides } from './play.ts'

test('plays every task of the help pages in a demo school', async () => {
  expect(await withDemo((browser, url) => playGuides(browser, url))).toEqual([])
}, 1_800_000)
