/** The server's files are served as long as they were made of the sources as they are. */
import { existsSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundled, bundleFolder, freshServer, root, scriptOf } from '#server/bundle.ts'
import { buildServer } from './build.ts'

test('what was built is served until a source changes, and again when it is as it was', async () => {
  await buildServer()
  const built = join(bundleFolder, 'serve.js')
  expect(freshServer()).toBe(built)
  const source = join(root, 'server/db/readerThread.ts')
  const { atimeMs, mtimeMs } = statSync(source)
  const setTime = (ms: number) => utimesSync(source, new Date(atimeMs), new Date(Math.floor(ms)))
  setTime(mtimeMs + 1)
  const changed = freshServer()
  setTime(mtimeMs)
  expect(changed).toBeUndefined()
  expect(freshServer()).toBe(built)
})
test('each process and thread has its file', () => {
  for (const part of bundled)
    expect(existsSync(join(bundleFolder, scriptOf(part))), part).toBe(true)
})
