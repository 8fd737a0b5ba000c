import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

test('lists every exported call under its own name', async () => {
  const listed = new Set<unknown>(Object.values(calls))
  const missing: string[] = []
  const files = globSync('contract/**/*.ts', { exclude: ['**/*.test.ts', '**/*.type.ts'] })
  for (const file of files) {
    const module = (await import(/* @vite-ignore */ resolve(file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(module))
      if (isCall(value) && !listed.has(value)) missing.push(`${name} of ${file}`)
  }
  expect(missing).toEqual([])
})
