/**
 * Tests all request schemas: a long text or list must be rejected without keeping the server busy.
 */
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { maxBodyOf, type AnyCall } from '#contract/call.ts'
import { unwrap } from '#contract/fields.ts'
import { allCalls } from '#contract/import/importJob.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { settings } from '#contract/settings/settings.ts'
import { defOf, within, type Place, type Schema } from '#mocks/api/schemas.ts'
import { fewShapes, mega, slowOnes } from '#mocks/api/worst.ts'
import { walk } from '#mocks/walk.ts'

const all = Object.values(resources as Record<string, AnyResource>)
const calls = Object.entries(allCalls as Record<string, AnyCall>)
const roots: Place[] = [
  ...all.flatMap((r) => [
    { name: `${r.name}/create`, schema: r.input },
    { name: `${r.name}/update`, schema: r.update },
    ...Object.entries({ ...r.actions, ...r.customFilters }).map(([name, schema]) => ({
      name: `${r.name}/${name}`,
      schema,
    })),
  ]),
  ...calls.flatMap(([name, { input, query }]) => [
    ...(input ? [{ name, schema: input }] : []),
    ...(query ? [{ name: `${name}?`, schema: query }] : []),
  ]),
  ...Object.entries(settings).map(([name, { schema }]) => ({ name: `setting ${name}`, schema })),
]

const places = roots.flatMap(within)
const ofType = (...types: string[]) =>
  places.filter(({ schema }) => types.includes(defOf(schema).type))
/**
 * Returns each distinct schema once, with one of its paths. Schemas occur repeatedly, because
 * create and update share fields.
 */
const once = (foundPlaces: Place[]): [string, Schema][] =>
  [...new Map(foundPlaces.map(({ name, schema }) => [unwrap(schema), name])).entries()].map(
    ([schema, name]) => [name, schema],
  )

/**
 * Length of the lists under test: more than any list allows, and about as many elements as fit into
 * the largest request body.
 */
const many = 400_000
const messagesOf = (schema: Schema, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map((i) => i.message)

describe('lists in requests', () => {
  test('finds the lists', () => expect(ofType('array').length).toBeGreaterThan(20))
  test('finds no set, map, record or tuple in a request', () =>
    expect(ofType('set', 'map', 'record', 'tuple', 'any').map((p) => p.name)).toEqual([]))
  test('finds an unknown type only in the value of a setting', () => {
    // The schema of the call accepts any `value`, because the schema of the setting parses the
    // value later.
    expect([...new Set(ofType('unknown').map((p) => p.name.replace(/.*\./, '')))]).toEqual([
      'value',
    ])
  })
  walk(once(ofType('array')))(
    'rejects a list by its length before parsing its elements',
    (_, schema) => {
      for (const element of [1, 'x', null, {}, [], { __proto__: null }]) {
        const answer = messagesOf(
          schema,
          Array.from({ length: many }, () => element),
        )
        expect(answer).toEqual([expect.stringMatching(/^(Maksimal \d+ |Terlalu banyak)/)])
      }
    },
  )
  walk(
    roots
      .filter(({ schema }) => defOf(schema).type === 'object')
      .map((p) => [p.name, p.schema] as const),
  )('reports at most three problems per field for lists in place of all fields', (_, schema) => {
    const fields = Object.keys(defOf(schema).shape ?? {})
    const list = Array.from({ length: many }, () => 1)
    expect(
      messagesOf(schema, Object.fromEntries(fields.map((f) => [f, list])))?.length ?? 0,
    ).toBeLessThanOrEqual(3 * fields.length)
  })
})

describe('texts in requests', () => {
  test('finds the texts', () => expect(once(ofType('string')).length).toBeGreaterThan(100))
  walk(once(ofType('string', 'literal', 'number', 'boolean')))(
    'checks a million characters fast',
    (_, schema) => {
      expect(slowOnes((text) => void z.safeParse(schema, text), fewShapes, mega, 500)).toEqual([])
    },
  )
})

describe('bodies of requests', () => {
  test('limits the body of every public call to 16 KB', () => {
    const open = calls.filter(([, call]) => call.access === 'public' && call.method === 'POST')
    expect(open.map(([name]) => name).toSorted()).toEqual([
      'konfirmasiEmail',
      'login',
      'register',
      'resetPassword',
      'sendOtp',
    ])
    for (const [, call] of open) expect(call.maxBody ?? maxBodyOf(call.access)).toBe(16 * 1024)
  })
})
