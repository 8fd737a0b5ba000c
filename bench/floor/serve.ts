/**
 * Front server that serves the product and the floors (minimal reference pages) from one origin. It
 * sends the files under `/floor/` itself, and forwards all other requests to the server of the
 * product. It can delay the responses of the API and answer repeated reads from its memory.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { freePort } from '../../scripts/process.ts'

const built = '.cache/bench-floor'
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}
interface Answer {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

/**
 * Returns the files of the floors by path. The files are compressed like those of the product. They
 * have the same security headers as the product, because such headers cost time: one of them makes
 * the browser start a separate process for the page. Vite builds the React page, which contains no
 * code of the product.
 */
const floors = async (product: string): Promise<Map<string, Answer>> => {
  const secure = Object.fromEntries(
    [...(await fetch(product)).headers].filter(([name]) =>
      /^(cross-origin|content-security|origin-agent|referrer|permissions|x-(?!powered))/.test(name),
    ),
  )
  await build({
    root: 'bench/floor/react',
    base: './',
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: `../../../${built}`,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
    },
  })
  const files = new Map<string, Answer>()
  for (const [name, folder] of [
    ['react', built],
    ['plain', 'bench/floor/plain'],
  ] as const) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const type = types[extname(file)]
      if (!type || !existsSync(join(folder, file))) continue
      files.set(`/floor/${name}/${file === 'index.html' ? '' : file}`, {
        status: 200,
        headers: { ...secure, 'content-type': type, 'content-encoding': 'br' },
        body: brotliCompressSync(readFileSync(join(folder, file))),
      })
    }
  }
  return files
}

export interface Front {
  url: string
  /**
   * Settings for forwarded API requests. `delay` is an additional latency in ms. `remember` makes
   * the front server answer repeated reads from its memory.
   */
  api: { delay: number; remember: boolean }
  stop(): Promise<void>
}

/** Starts the front server. `product` is the URL of the product's server. */
export const serveFront = async (product: string): Promise<Front> => {
  const files = await floors(product)
  const memory = new Map<string, Answer>()
  const api: Front['api'] = { delay: 0, remember: false }
  const ask = async (
    method: string,
    path: string,
    authorization: string | undefined,
  ): Promise<Answer> => {
    const response = await fetch(product + path, {
      method,
      headers: authorization ? { authorization } : {},
    })
    const headers = Object.fromEntries(
      [...response.headers].filter(
        ([name]) => name === 'content-type' || name.startsWith('x-pagination'),
      ),
    )
    return { status: response.status, headers, body: new Uint8Array(await response.arrayBuffer()) }
  }
  const send = (to: ServerResponse, { status, headers, body }: Answer) => {
    to.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
  }
  const server = createServer((request, response) => {
    const answer = async () => {
      const { method = 'GET', url: path = '/' } = request
      if (!path.startsWith('/api/'))
        return send(
          response,
          files.get(path.replace(/\?.*/, '')) ?? (await ask(method, path, undefined)),
        )
      // Sorts the query parameters in the key, because the app and the reference pages may send the
      // same parameters in different orders.
      const [name = '', query = ''] = path.split('?')
      const key = `${name}?${query.split('&').toSorted().join('&')}`
      const storedReply = api.remember ? memory.get(key) : undefined
      const reply = storedReply ?? (await ask(method, path, request.headers.authorization))
      if (api.remember && method === 'GET' && reply.status === 200) memory.set(key, reply)
      if (api.delay === 0) send(response, reply)
      else setTimeout(() => send(response, reply), api.delay)
    }
    answer().catch((error: Error) => {
      if (!response.headersSent) response.writeHead(502)
      response.end(error.message)
    })
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${port}`,
    api,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
