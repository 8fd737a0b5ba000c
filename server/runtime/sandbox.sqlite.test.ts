/** Tests that a helper process is limited by its processor time, and not by the time it waits. */
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalidField } from '#server/errors.ts'
import { runIsolated } from '#server/runtime/sandbox.ts'

/** Program that waits for `idleMs`, and then computes for `busyMs`. */
const program = join(tmpdir(), `nada-sandbox-${process.pid}.mjs`)
beforeAll(() =>
  writeFileSync(
    program,
    `process.once('message', ({ idleMs, busyMs }) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, idleMs)
      for (const end = Date.now() + busyMs; Date.now() < end; );
      process.send({ value: 'done' }, () => process.disconnect())
    })`,
  ),
)
afterAll(() => rmSync(program))
const run = (work: { idleMs: number; busyMs: number }) =>
  runIsolated<string>(program, work, {
    tooMuch: () => invalidField('file', 'Terlalu rumit'),
    cpuMs: 1000,
  })

test('returns the result of a process that waits longer than its limit of processor time', async () => {
  expect(await run({ idleMs: 2500, busyMs: 0 })).toBe('done')
})
test('ends a process that computes longer than its limit of processor time', async () => {
  await expect(run({ idleMs: 0, busyMs: 25_000 })).rejects.toMatchObject({
    errors: [{ field: 'file', message: 'Terlalu rumit' }],
  })
})
