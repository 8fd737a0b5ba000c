/**
 * Tests the headers of the app's files, and that the HTML page and the manifest have the name that
 * the school gave the app.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { withApp } from '#server/http/static.ts'

/** API without routes, for a test that requests only the HTML page. */
const nothing = new Hono()

const headersOf = async (options?: { tls?: boolean }) => {
  const api = new Hono()
  api.get('/healthz', (c) => c.text('ok'))
  return (await withApp(api, 'tidak-ada', options).request('/healthz')).headers
}

test('sends HSTS only for a school reached by https', async () => {
  expect((await headersOf({ tls: true })).get('strict-transport-security')).toBe('max-age=31536000')
  expect((await headersOf()).get('strict-transport-security')).toBeNull()
})
test('forbids framing, type sniffing and content from other origins', async () => {
  const headers = await headersOf()
  const policy = headers.get('content-security-policy') ?? ''
  for (const part of [
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "script-src 'self'",
  ]) {
    expect(policy.split('; ')).toContain(part)
  }
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('serves the viewer of the API document beside the calls of the API', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nada-viewer-'))
  try {
    mkdirSync(join(folder, 'api/docs'), { recursive: true })
    writeFileSync(join(folder, 'api/docs/index.html'), 'viewer')
    writeFileSync(join(folder, 'api/bank'), 'file')
    const api = new Hono()
    api.get('/api/bank', (c) => c.text('call'))
    const app = withApp(api, folder)
    const read = async (path: string) => (await app.request(path)).text()
    expect(await read('/api/docs')).toBe('viewer')
    expect(await read('/api/docs/')).toBe('viewer')
    expect(await read('/api/bank')).toBe('call')
    expect((await app.request('/api/docs/', { method: 'HEAD' })).status).toBe(200)
    expect((await app.request('/api/docs/tidak-ada.js')).status).toBe(404)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

interface Icon {
  src: string
}
test('caches files with a hash for a year, and no other file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nada-page-'))
  try {
    mkdirSync(join(folder, 'assets'))
    for (const name of ['sw.js', 'assets/a-1.js']) writeFileSync(join(folder, name), '// code')
    const app = withApp(nothing, folder)
    const cached = async (path: string) => (await app.request(path)).headers.get('cache-control')
    expect(await cached('/assets/a-1.js')).toBe('public, max-age=31536000, immutable')
    expect(await cached('/sw.js')).toBe('no-cache')
    expect(await cached('/assets/a-2.js')).toBeNull()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
test('shows the school’s name for the app in page and manifest, with any characters', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nada-page-'))
  try {
    writeFileSync(join(folder, 'index.html'), readFileSync('index.html'))
    let name: () => Promise<string> = async () => '$& "Do" </title><script>'
    const app = withApp(nothing, folder, { readName: () => name() })
    const read = async () => (await app.request('/')).text()
    const escaped = '$&amp; &quot;Do&quot; &lt;/title&gt;&lt;script&gt;'
    const named = await read()
    expect(named).toContain(`<meta name="application-name" content="${escaped}" />`)
    expect(named).toContain(`<title>${escaped}</title>`)
    const manifest = await app.request('/manifest.webmanifest')
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
    expect(manifest.headers.get('cache-control')).toBe('no-cache')
    const { name: title, icons } = (await manifest.json()) as { name: string; icons: Icon[] }
    expect(title).toBe('$& "Do" </title><script>')
    expect(icons.filter(({ src }) => !existsSync(`public${src}`))).toEqual([])
    // Expects the last known name while reading the name fails or never ends.
    name = async () => Promise.reject(new Error('away'))
    expect(await read()).toBe(named)
    name = () => new Promise(() => {})
    expect(await read()).toBe(named)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
