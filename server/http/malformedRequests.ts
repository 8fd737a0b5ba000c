/**
 * Requests that Node's parser rejects: an address or headers of more than 16 kB, bytes that are not
 * HTTP, headers that never end. Node itself answers and closes at once, and a connection that is
 * closed during an upload is reset, which loses the answer. Here the connection is closed once the
 * rest has arrived, or after a timeout.
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
/** Without a word, as Node's: to a HEAD that was not read none may be sent. */
const answerTo = ({ code }: NodeJS.ErrnoException): string =>
  [
    `HTTP/1.1 ${answers[code ?? ''] ?? '400 Bad Request'}`,
    'Content-Length: 0',
    'Connection: close',
    '\r\n',
  ].join('\r\n')

/** Reads what still comes, keeps none of it, and closes at its end or at the bounds. */
const drain = (socket: Duplex): void => {
  let bytes = 0
  const timer = setTimeout(() => socket.destroy(), maxMs).unref()
  // The parser would reject each further piece again.
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
 * Answers requests that the parser of `server` rejects (400, 408, 413, 431), and lets the
 * answer arrive.
 */
export const answerUnparsed = (server: ServerType): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // An answer that is on its way is not cut by another one.
    const answering = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage
    if (!socket.writable || error.code === 'ECONNRESET' || answering?.headersSent) {
      socket.destroy()
      return
    }
    socket.end(answerTo(error))
    drain(socket)
  })
}
