/**
 * Sends extreme numbers in every parameter and field of every call, on both database engines. Each
 * response must be a success or an error that explains itself, never an internal error (500).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MetodePembayaran, RoleId } from '#contract/enums.ts'
import { maxRupiah } from '#contract/fields.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { walk } from '#mocks/walk.ts'
import { openApi } from '#server/resource/openapi/openapi.ts'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  minimum?: number
  maximum?: number
  required?: string[]
}
interface Operation {
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
const document = openApi() as unknown as { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/**
 * Numbers beyond the range of PostgreSQL's integer and bigint and of a double, negative numbers,
 * and numbers in other notations.
 */
const texts = [
  '2147483647',
  '2147483648',
  '9999999999',
  '99999999999999999999',
  '9223372036854775807',
  '-1',
  '-2147483649',
  '0',
  '1.5',
  '1e308',
  '1e9',
  '1e400',
  'NaN',
  'Infinity',
  '0x7fffffff',
  '٣',
]
const numbers: unknown[] = [
  2_147_483_647,
  2_147_483_648,
  9_999_999_999,
  9_007_199_254_740_991,
  1e19,
  1e308,
  -1,
  -2_147_483_649,
  0,
  1.5,
  '2147483648',
  '9999999999',
  '٣',
]

let school: School
/**
 * Ids of the rows that the test creates in addition to those of the test school, by resource name.
 */
let extraRows: Record<string, number>
let client: Client
beforeAll(async () => {
  school = await makeSchool()
  const { ids, superadmin } = school
  const create = async (name: string, body: Body) =>
    must(await superadmin.post<{ id: number }>(`/${name}/create`, body)).id
  const item = {
    jenis_billing_id: ids.jenis,
    deskripsi: 'Buku',
    qty: 1,
    harga_satuan: 100_000,
    diskon: 0,
    ppn_persen: 0,
  }
  const bill = {
    akun_billing_id: ids.akun,
    gedung_id: ids.gedung,
    jatuh_tempo: addDays(currentDay(), 30),
    items: [item],
  }
  extraRows = {
    billing: await create('billing', bill),
    biaya: await create('biaya', {
      kode: 'SRG',
      jenis_billing_id: ids.jenis,
      nama: 'Seragam',
      nominal: 1,
      berlaku_mulai: '2026-01-01',
    }),
    'kursus-harga': await create('kursus-harga', {
      kursus_id: ids.kursus,
      gedung_id: null,
      berlaku_mulai: '2027-01-01',
      biaya_bulanan: 1,
    }),
    'produk-jasa': await create('produk-jasa', {
      kode: 'B1',
      nama: 'Buku',
      jenis_billing_id: ids.jenis,
      harga: 1,
    }),
    'billing-payment': await create('billing-payment', {
      akun_billing_id: ids.akun,
      tanggal: '2026-11-20',
      metode: MetodePembayaran.tunai,
      jumlah: 50_000,
    }),
  }
})
// Logs in again before each test, because some of the tested calls end sessions.
const after = async () => {
  client = await school.as(1)
}
beforeEach(after)
afterAll(() => school.close())

const strings = [
  'Alasan yang cukup panjang',
  '2026-11-20',
  '2026-11',
  '09:00',
  '+6281234567890',
  'a@contoh.id',
  '#aabbcc',
  '1',
  'ABC',
  'abc',
  '1234567890123456',
  'rahasia-baru',
]
const patternsOf = ({ pattern, allOf = [] }: Schema): string[] => [
  ...(pattern ? [pattern] : []),
  ...allOf.flatMap(patternsOf),
]
const textOf = (schema: Schema): string => {
  const patterns = patternsOf(schema).map((pattern) => new RegExp(pattern, 'u'))
  const { minLength = 0 } = schema
  return strings.find((s) => s.length >= minLength && patterns.every((p) => p.test(s))) ?? 'x'
}

/** Returns the id of an existing row to which a field of this name can refer. */
const idOf = (name: string): number => {
  const { ids } = school
  const idsByField: Record<string, number> = {
    gedung_id: ids.gedung,
    akun_billing_id: ids.akun,
    peserta_id: ids.peserta,
    pelatih_id: ids.pelatih,
    ruang_id: ids.ruang,
    kursus_id: ids.kursus,
    kursus_pelatih_id: ids.kelas,
    sales_id: ids.sales,
    kategori_kursus_id: ids.kategori,
    jenis_billing_id: ids.jenis,
    bank_id: ids.bank,
    role_id: RoleId.akunBilling,
  }
  return idsByField[name] ?? 1
}
const rowOf = (path: string): number => {
  const { ids } = school
  const idsByPath: Record<string, number> = {
    bank: ids.bank,
    gedung: ids.gedung2,
    ruang: ids.ruang2,
    kursus: ids.kursus,
    user: ids.peserta2,
    'kategori-kursus': ids.kategori,
    'kursus-pelatih': ids.kelas2,
    'kursus-peserta': ids.kp2,
    ...extraRows,
  }
  return idsByPath[path.split('/')[1] ?? ''] ?? 1
}
const typeOf = ({ type }: Schema) => (Array.isArray(type) ? type[0] : type)
/** Returns a sample value of the type that the schema names. */
const sampleOfType = (schema: Schema, name: string): unknown => {
  const { items, properties = {} } = schema
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return name.endsWith('_id') ? idOf(name) : Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return false
    case 'array':
      return items ? [sample(items, name)] : []
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([k, s]) => [k, sample(s, k)]))
    default:
      return 'x'
  }
}
/** Returns a value that a schema accepts. */
const sample = (schema: Schema, name = ''): unknown => {
  if (typeOf(schema) === 'string' && !schema.enum) return textOf(schema)
  const { anyOf, allOf } = schema
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (anyOf?.[0]) return sample(anyOf[0], name)
  if (allOf) return Object.assign({}, ...allOf.map((part) => sample(part)))
  return sampleOfType(schema, name)
}

type Path = (string | number)[]
/** Returns the position and the schema of each number in a body of the given schema. */
const numbersIn = (schema: Schema, path: Path = []): { at: Path; schema: Schema }[] => {
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].flatMap((part) =>
    numbersIn(part, path),
  )
  const type = typeOf(schema)
  if (type === 'integer' || type === 'number') return [{ at: path, schema }]
  const inside = Object.entries(schema.properties ?? {}).flatMap(([k, s]) =>
    numbersIn(s, [...path, k]),
  )
  return [...parts, ...inside, ...(schema.items ? numbersIn(schema.items, [...path, 0]) : [])]
}
const put = (target: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value
  if (typeof key === 'number')
    return [put(Array.isArray(target) ? target[0] : undefined, rest, value)]
  const fields =
    target !== null && typeof target === 'object' ? (target as Record<string, unknown>) : {}
  return { ...fields, [key]: put(fields[key], rest, value) }
}

/**
 * Returns a function that picks every `n`th value of a list. Each call starts one value later than
 * the previous call, so that `n` calls together pick all values. A test need not send every value
 * in every field, because the same code validates all fields of the same kind.
 */
const everyNth = <T>(n: number) => {
  let turn = 0
  return (values: readonly T[]): T[] => {
    turn++
    return values.filter((_, i) => i % n === turn % n)
  }
}
const someTexts = everyNth<string>(5)
const someNumbers = everyNth<unknown>(4)
const operators = ['gt', 'neq', 'in', 'like'] as const
const someOperators = everyNth<(typeof operators)[number]>(operators.length)

/** Number of calls that have succeeded and may therefore have changed rows. */
let successes = 0
/**
 * Sends a call. Returns a list with a description of the failure if the server responds with a
 * status of 500 or more, or with 401; otherwise an empty list.
 */
const failing = async (path: string, body?: Record<string, unknown>): Promise<string[]> => {
  const { status, data } = body
    ? await client.post(path, body)
    : await client.get<{ message?: string }>(path)
  if (status < 300) successes += 1
  const wrong = status >= 500 || status === 401
  return wrong ? [`${status} ${path} ${body ? JSON.stringify(body) : ''} ${data.message}`] : []
}
const all = async (requests: (() => Promise<string[]>)[]): Promise<string[]> => {
  const failures: string[] = []
  for (const ask of requests) failures.push(...(await ask()))
  return failures
}

/**
 * Returns a valid body of a call. For a create or an update, the body contains the values of an
 * existing row.
 */
const bodyOf = async (path: string, schema: Schema): Promise<Record<string, unknown>> => {
  const body = sample(schema) as Record<string, unknown>
  if (!/\/(create|update)$/.test(path)) return body
  const view = path.replace(/\w+$/, `view?id=${rowOf(path)}`)
  const { success, data } = await client.get<Record<string, unknown>>(view)
  if (!success) return body
  return Object.fromEntries(Object.entries(body).map(([k, v]) => [k, k in data ? data[k] : v]))
}

/**
 * Returns valid values for the query parameters of a call, except the parameter `testedName`. The
 * test adds the value of that parameter.
 */
const queryOf = (path: string, operation: Operation, testedName: string): URLSearchParams => {
  const params = new URLSearchParams()
  const parameters = operation.parameters ?? []
  // Omits the optional parameters of a call that returns a list, because these parameters do not
  // depend on each other. For any other call, sets all parameters.
  const list = parameters.some(
    (p) => p.name === 'per-page' || p.name === 'format' || p.name === 'q',
  )
  for (const { name, in: where, required, schema } of parameters)
    if (where === 'query' && (required || !list) && name !== testedName)
      params.set(name, name === 'id' ? String(rowOf(path)) : String(sample(schema, name)))
  return params
}

describe('numbers in parameters', () => {
  const named = operations.filter(({ operation }) =>
    operation.parameters?.some((p) => p.in === 'query'),
  )
  walk(named)('are validated in every call', async ({ path, method, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema
    const body = schema && (sample(schema) as Record<string, unknown>)
    const requests = (operation.parameters ?? [])
      .filter((p) => p.in === 'query')
      .flatMap(({ name }) =>
        someTexts(texts).map((text) => () => {
          const query = queryOf(path, operation, name)
          query.set(name, text)
          return failing(`${path}?${query}`, method === 'post' ? (body ?? {}) : undefined)
        }),
      )
    expect(await all(requests)).toEqual([])
  })
})

describe('numbers in filters with operators', () => {
  const lists = operations.filter(
    ({ path, operation }) =>
      operation.parameters?.some((p) => p.name === 'per-page') && !path.includes('/pemakaian'),
  )
  const standard = new Set(['page', 'per-page', 'sort', 'fields', 'q', 'expand'])
  walk(lists)('are validated in every list', async ({ path, operation }) => {
    const filters = (operation.parameters ?? [])
      .filter((p) => !standard.has(p.name))
      .map((p) => p.name)
    const requests = ['id', ...filters].flatMap((name) =>
      someTexts(texts).map((text) => () => {
        const [operator = 'gt'] = someOperators(operators)
        const value = encodeURIComponent(operator === 'in' ? `1,${text}` : text)
        return failing(`${path}?filter[${name}][${operator}]=${value}`)
      }),
    )
    expect(await all(requests)).toEqual([])
  })
})

describe('numbers in bodies', () => {
  const posted = operations.flatMap(({ path, method, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema
    return schema && method === 'post' && numbersIn(schema).length > 0
      ? [{ path, operation, schema }]
      : []
  })
  walk(posted)('are validated in every call', async ({ path, operation, schema }) => {
    const query = queryOf(path, operation, '')
    let body = await bodyOf(path, schema)
    const requests = numbersIn(schema).flatMap(({ at, schema: { minimum, maximum } }) =>
      [...someNumbers(numbers), ...[minimum, maximum].filter((n) => n !== undefined)].map(
        (number) => async () => {
          const before = successes
          const failures = await failing(`${path}?${query}`, put(body, at, number) as Body)
          // Reads the body again after a success, because the row then has a new version.
          if (successes > before) body = await bodyOf(path, schema)
          return failures
        },
      ),
    )
    expect(await all(requests)).toEqual([])
  })
  test('have a maximum in every body', () => {
    // `versi` needs no maximum: it is only compared with the version of the row, not stored.
    const endless = ({ maximum = Infinity, ...rest }: Schema) =>
      maximum > maxRupiah && rest.enum === undefined && rest.const === undefined
    const open = posted.flatMap(({ path, schema }) =>
      numbersIn(schema)
        .filter(({ at, schema: numberSchema }) => endless(numberSchema) && at.at(-1) !== 'versi')
        .map(({ at }) => `${path} ${at.join('.')}`),
    )
    expect(open).toEqual([])
  })
  test('are accepted all at their maximum together', async () => {
    const failures: string[] = []
    for (const { path, operation, schema } of posted) {
      let body: unknown = await bodyOf(path, schema)
      for (const {
        at,
        schema: { maximum },
      } of numbersIn(schema))
        if (maximum !== undefined && !String(at.at(-1)).endsWith('_id'))
          body = put(body, at, maximum)
      failures.push(...(await failing(`${path}?${queryOf(path, operation, '')}`, body as Body)))
    }
    expect(failures).toEqual([])
  })
})
