/**
 * Answers requests that Node's parser rejects: a head of more than 16 kB, bytes that are not HTTP,
 * headers that never end. Node itself closes the connection at once, which during an upload resets
 * it and loses the response. Instead, the connection is closed when the request has arrived or a
 * limit is reached.
 */
import type { Duplex } from 'node:stream'
import type { ServerType } from '@hono/node-server'

const maxBytes = 1024 * 1024
const maxMs = 5000

const answers: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}
/**
 * Returns the response to a parser error. It has no body, as in Node, because the unread request
 * may be a HEAD.
 */
const answerTo = ({ code }: NodeJS.ErrnoException): string =>
  [
    `HTTP/1.1 ${answers[code ?? ''] ?? '400 Bad Request'}`,
    'Content-Length: 0',
    'Connection: close',
    '\r\n',
  ].join('\r\n')

/**
 * Reads and discards further data, and closes the connection at its end or when a limit is reached.
 */
const drain = (socket: Duplex): void => {
  let bytes = 0
  const timer = setTimeout(() => socket.destroy(), maxMs).unref()
  // The parser is detached, because it would reject each further piece again.
  socket
    .removeAllListeners('data')
    .once('end', () => socket.destroy())
    .once('close', () => clearTimeout(timer))
    .on('error', () => socket.destroy())
    .on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) socket.destroy()
    })
    .resume()
}

/**
 * Answers requests that the parser of `server` rejects with 400, 408, 413 or 431, and keeps the
 * connection open until the response has arrived.
 */
export const answerUnparsed = (server: ServerType): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A response that has begun on the same connection must not be mixed with another response.
    const answering = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage
    if (!socket.writable || error.code === 'ECONNRESET' || answering?.headersSent) {
      socket.destroy()
      return
    }
    socket.end(answerTo(error))
    drain(socket)
  })
}
