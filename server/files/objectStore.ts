/**
 * Stores contents of files as objects in an S3-compatible store (decision 0260). All operations may
 * be repeated.
 */
import { createHash } from 'node:crypto'
import {
  awayError,
  damagedError,
  makeStoreClient,
  StoreError,
  type StoreClient,
  type StoreOptions,
} from '#server/files/storeRequests.ts'
import type { FilesConfig } from '#server/runtime/config.ts'

/** Size in bytes and SHA-256 in hex of a content, as the row of the file records them. */
export interface Digest {
  ukuran: number
  sha256: string
}
export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

export interface ObjectStore {
  /** Stores an object. The store compares the bytes with their hash. */
  put(key: string, bytes: Uint8Array, sha256: string): Promise<void>
  /**
   * Opens an object, and yields its bytes. Continues after a cut connection. Yields the last bytes
   * only if size and hash are right, so that a reader never gets a complete wrong content.
   */
  read(key: string, digest: Digest): Promise<AsyncGenerator<Uint8Array, void>>
  /** Deletes an object. Does nothing if there is none. */
  remove(key: string): Promise<void>
  /** Yields the keys and sizes in bytes of all objects. */
  list(): AsyncGenerator<{ key: string; size: number }>
  /** Lists an object, to see whether the store responds. Does not retry. */
  probe(): Promise<void>
  /** Writes and deletes an object, to see whether the settings permit it. */
  tryWriting(): Promise<void>
}

/** Reads all bytes. */
export const collect = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> => {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** Maximum time in ms without a byte of an object that is read. */
const idleMs = 20_000
/** Maximum number of connections in a row that are cut before they have sent a byte. */
const mostCuts = 4
const listed = 1000
const probeKey = 'uji-tulis'

/** Reads a chunk; throws when none arrives within `idleMs`. */
const nextChunk = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new StoreError('away', 'Penyimpanan berkas diam')), idleMs)
  })
  try {
    return (await Promise.race([reader.read(), late])).value
  } finally {
    clearTimeout(timer)
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>
/** Opens the object at `path` from the byte `offset` on. */
const openAt = (client: StoreClient, path: string, offset: number): Promise<Reader> => {
  const headers: Record<string, string> = offset > 0 ? { range: `bytes=${offset}-` } : {}
  return client.once({ operation: 'get', path, headers }, async ({ body, status }) => {
    if (!body) throw damagedError()
    if (offset === 0 || status === 206) return body.getReader()
    await body.cancel()
    throw new StoreError('away', 'Penyimpanan berkas tidak melanjutkan')
  })
}

/**
 * Yields all bytes of an object whose reader is open. After a cut connection, opens the object
 * again from the first missing byte.
 */
async function* continued(
  client: StoreClient,
  path: string,
  { ukuran, first }: { ukuran: number; first: Reader },
): AsyncGenerator<Uint8Array, void> {
  let reader: Reader | undefined = first
  let [offset, cuts] = [0, 0]
  try {
    while (offset < ukuran) {
      let chunk: Uint8Array | undefined
      try {
        reader ??= await client.run('get', () => openAt(client, path, offset))
        chunk = await nextChunk(reader)
        if (!chunk) throw new StoreError('away', 'Penyimpanan berkas memutus')
      } catch (error) {
        const failure = awayError(error)
        // Without a reader, `run` has already retried.
        if (failure.kind !== 'away' || !reader || ++cuts > mostCuts) throw failure
        void reader.cancel().catch(() => {})
        reader = undefined
        continue
      }
      cuts = 0
      offset += chunk.length
      yield chunk
    }
  } finally {
    // Closes the connection if nobody reads on, or if the object is longer than its row says.
    void reader?.cancel().catch(() => {})
  }
}

/**
 * Yields bytes; holds back the last chunk until size and hash are known to be right. Reports a
 * damaged object, and throws.
 */
async function* checked(
  chunks: AsyncGenerator<Uint8Array, void>,
  { ukuran, sha256 }: Digest,
  report: (error: StoreError) => void,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  let held: Uint8Array | undefined
  let size = 0
  for await (const chunk of chunks) {
    if (held) yield held
    held = chunk
    hash.update(chunk)
    size += chunk.length
  }
  if (size !== ukuran || hash.digest('hex') !== sha256) {
    report(damagedError())
    throw damagedError()
  }
  if (held) yield held
}

const decoded = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
/** Elements of a list of objects. */
const tags = {
  key: /<Key>([^<]*)<\/Key>/,
  size: /<Size>(\d+)<\/Size>/,
  more: /<IsTruncated>(true)<\/IsTruncated>/,
  next: /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/,
}
/** Returns the text of an element; empty if the element is missing. */
const textOf = (xml: string, tag: RegExp): string => decoded(tag.exec(xml)?.[1] ?? '')

/** Reads and discards the body, so that the connection can be used again. */
const discarded = async (response: Response): Promise<void> => void (await response.text())

/** Makes the store of a configuration. Sends no request yet. */
export const makeObjectStore = (config: FilesConfig, options: StoreOptions = {}): ObjectStore => {
  const client = makeStoreClient(config, options)
  const pathOf = (key: string) => config.prefix + key
  /** Client without retries. */
  const once = makeStoreClient(config, { ...options, patienceMs: 0 })
  /** Reads one page of the list as XML: at most `most` objects after the page with `token`. */
  const page = (sender: StoreClient, most: number, token = ''): Promise<string> =>
    sender.run('list', async () => {
      const query = {
        'list-type': '2',
        'max-keys': String(most),
        prefix: config.prefix,
        ...(token && { 'continuation-token': token }),
      }
      return sender.once({ operation: 'list', path: '', query }, (response) => response.text())
    })
  const put: ObjectStore['put'] = (key, bytes, sha256) =>
    client.run('put', async () => {
      const headers = {
        'content-type': 'application/octet-stream',
        'x-amz-content-sha256': sha256,
      }
      const body = new Uint8Array(bytes)
      await client.once({ operation: 'put', path: pathOf(key), headers, body }, discarded)
    })
  const remove: ObjectStore['remove'] = (key) =>
    client.run('delete', async () => {
      try {
        await client.once({ operation: 'delete', path: pathOf(key) }, discarded)
      } catch (error) {
        if (!(error instanceof StoreError) || error.kind !== 'missing') throw error
      }
    })
  return {
    put,
    remove,
    read: async (key, digest) => {
      const path = pathOf(key)
      const first = await client.run('get', () => openAt(client, path, 0))
      const chunks = continued(client, path, { ukuran: digest.ukuran, first })
      return checked(chunks, digest, (error) =>
        options.observe?.({ operation: 'get', ms: 0, error }),
      )
    },
    async *list() {
      let token = ''
      do {
        const xml = await page(client, listed, token)
        for (const [, text = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const path = textOf(text, tags.key)
          yield { key: path.slice(config.prefix.length), size: Number(textOf(text, tags.size)) }
        }
        token = textOf(xml, tags.more) && textOf(xml, tags.next)
      } while (token)
    },
    probe: async () => void (await page(once, 1)),
    tryWriting: async () => {
      const bytes = Buffer.from(probeKey)
      await put(probeKey, bytes, sha256Of(bytes))
      await remove(probeKey)
    },
  }
}
