/**
 * Responds to requests that Node's parser rejects: a head of more than 16 kB, bytes that are not
 * HTTP, headers that never end. By default, Node closes the connection at once. If the client is
 * still sending, this resets the connection and the client loses the response. This module
 * therefore first reads and discards the remaining bytes of the request, up to a limit.
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
 * Returns the response to a parser error as raw HTTP text. The text contains no body, because the
 * unread request may be a HEAD request, whose response has no body.
 */
const answerTo = ({ code }: NodeJS.ErrnoException): string =>
  [
    `HTTP/1.1 ${answers[code ?? ''] ?? '400 Bad Request'}`,
    'Content-Length: 0',
    'Connection: close',
    '\r\n',
  ].join('\r\n')

/**
 * Reads and discards what the client still sends. Closes the connection at the end of the data, or
 * after `maxBytes` or `maxMs`.
 */
const drain = (socket: Duplex): void => {
  let bytes = 0
  const timer = setTimeout(() => socket.destroy(), maxMs).unref()
  // Removes the HTTP parser from the socket, because the parser would reject each further chunk.
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
 * Makes `server` respond with 400, 408, 413 or 431 to requests that its parser rejects. The
 * connection stays open until the client has sent everything or a limit is reached.
 */
export const answerUnparsed = (server: ServerType): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Sends no response if the connection is broken. Also sends no response if another response on
    // the connection has already begun, because the client could not separate the two responses.
    const answering = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage
    if (!socket.writable || error.code === 'ECONNRESET' || answering?.headersSent) {
      socket.destroy()
      return
    }
    socket.end(answerTo(error))
    drain(socket)
  })
}
