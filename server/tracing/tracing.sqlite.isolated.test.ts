/** Tests the traces that a collector receives, and that they contain no data of people. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testKeys } from '#mocks/api/api.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { openSqlite } from '#server/db/engine.ts'
import { runWork } from '#server/runtime/work.ts'
import { startTracing } from './tracing.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}
interface SentSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code?: number }
}
const kinds = { internal: 1, server: 2, client: 3 }
const failed = 2
/** Name that a test gives to a person, and searches for. */
const secret = 'Zubaedah'

let s: School
let collector: Server
const texts: string[] = []
beforeAll(async () => {
  s = await makeSchool()
  collector = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += String(part)))
    request.on('end', () => {
      if (request.url === '/otel/v1/traces') texts.push(text)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  await s.close()
  collector.close()
})

const spansIn = (text: string): SentSpan[] => {
  const { resourceSpans } = JSON.parse(text) as {
    resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
  }
  return resourceSpans.flatMap((r) => r.scopeSpans.flatMap((scope) => scope.spans))
}
const attributeOf = (span: SentSpan, key: string) =>
  Object.values(span.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0]

/** Makes calls and runs jobs with traces, and returns the spans that the collector receives. */
const readSpans = async (percent: number): Promise<SentSpan[]> => {
  texts.length = 0
  const { port } = collector.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/otel/`
  const tracing = startTracing({ url, percent, engine: 'sqlite' })
  const { db } = openSqlite(s.serialize(), tracing.listen)
  const app = createApp({ db, dataKeys: testKeys, log: pino({ level: 'silent' }) })
  const headers = { authorization: `Bearer ${s.superadmin.token}` }
  for (const path of [`/bank?q=${secret}`, '/bank/view?id=999999', `/${secret}`])
    await app.request(`/api${path}`, { headers })
  await runWork({ name: 'job uji' }, () => db.selectFrom('bank').select('id').execute())
  const wrong = runWork({ name: 'job gagal' }, () => Promise.reject(new Error(secret)))
  await expect(wrong).rejects.toThrow(secret)
  await tracing.end()
  await db.destroy()
  return texts.flatMap(spansIn)
}

test('sends a span for each call and job, with a child for each statement', async () => {
  const spans = await readSpans(100)
  const roots = spans.filter((span) => !span.parentSpanId)
  const shown = roots.map((span) => [
    span.name,
    span.kind,
    attributeOf(span, 'http.response.status_code'),
    span.status.code ?? 0,
  ])
  expect(shown).toEqual([
    ['GET /bank', kinds.server, 200, 0],
    ['GET /bank/view', kinds.server, 404, 0],
    ['unknown', kinds.server, 404, 0],
    ['job uji', kinds.internal, undefined, 0],
    ['job gagal', kinds.internal, undefined, failed],
  ])
  const [list] = roots
  const statements = spans.filter((span) => span.parentSpanId === list!.spanId)
  expect(statements.length).toBeGreaterThan(2)
  for (const span of statements) {
    expect(span).toMatchObject({ traceId: list!.traceId, kind: kinds.client, name: 'select' })
    expect(attributeOf(span, 'db.system.name')).toBe('sqlite')
    expect(attributeOf(span, 'db.query.text')).toMatch(/^select /)
  }
})
test('sends no addresses, values and messages of errors', async () => {
  await readSpans(100)
  expect(texts.join('\n')).toContain('GET /bank')
  expect(texts.join('\n')).not.toContain(secret)
})
test('traces no call when the share is 0', async () => {
  expect(await readSpans(0)).toEqual([])
})
test('serves calls although the collector is away', async () => {
  const tracing = startTracing({ url: 'http://127.0.0.1:9', percent: 100, engine: 'sqlite' })
  const { db } = openSqlite(s.serialize(), tracing.listen)
  const app = createApp({ db, dataKeys: testKeys, log: pino({ level: 'silent' }) })
  const headers = { authorization: `Bearer ${s.superadmin.token}` }
  expect((await app.request('/api/bank', { headers })).status).toBe(200)
  await tracing.end().catch(() => {})
  await db.destroy()
})
