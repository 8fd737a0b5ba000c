/**
 * Tests that a client gets a complete response even if Node's HTTP parser rejects its request.
 */
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerUnparsed } from '#server/http/malformedRequests.ts'

let server: Server
let port = 0
beforeAll(async () => {
  server = createServer({ headersTimeout: 300, connectionsCheckingInterval: 50 }, (_, answer) =>
    answer.end('ok'),
  )
  answerUnparsed(server)
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/**
 * Opens a connection and sends `parts`, 20 ms apart. Returns the response text, and whether the
 * server reset the connection.
 */
const say = async (...parts: string[]) => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let [text, reset] = ['', false]
  socket.on('data', (chunk) => {
    text += String(chunk)
  })
  socket.on('error', () => {
    reset = true
  })
  const [ended, closed] = ['end', 'close'].map(
    (event) =>
      new Promise((done) => {
        socket.once(event, done)
      }),
  )
  for (const part of parts) {
    socket.write(part)
    await new Promise((later) => {
      setTimeout(later, 20)
    })
  }
  await Promise.race([ended, closed])
  socket.end()
  await closed
  return { text, reset }
}
const long = 'x'.repeat(20_000)
const head = (address: string) =>
  `POST ${address} HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n`

test('returns 431 for a URL above 16 kB while its body is still arriving', async () => {
  const { text, reset } = await say(head(`/${long}`), ...Array<string>(6).fill('y'.repeat(10_000)))
  expect(reset).toBe(false)
  expect(text).toMatch(/^HTTP\/1\.1 431 /)
  // Expects no body, because the rejected request may be a HEAD request, whose response has no
  // body.
  expect(text).toMatch(/Content-Length: 0\r\n.*\r\n\r\n$/s)
})
test.each([
  ['what is no HTTP', ['halo\r\n\r\n', 'y'.repeat(10_000)], 400],
  ['headers that never end', ['GET / HTTP/1.1\r\nHost: x\r\n'], 408],
])('%s', async (_, parts, status) => {
  const { text, reset } = await say(...parts)
  expect(reset).toBe(false)
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})
test('stops reading a rejected request above the limit', async () => {
  const { reset } = await say(
    `GET /${long} HTTP/1.1\r\n`,
    ...Array<string>(5).fill(long.repeat(20)),
  )
  expect(reset).toBe(true)
})
