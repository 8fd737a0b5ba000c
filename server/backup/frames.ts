/**
 * The file around a backup: a head that anybody can read, then frames. Each frame is sealed with
 * its number and whether it is the last, so that a changed, missing, repeated or cut off part is
 * noticed. With a key the seal is AES-256-GCM and hides what it holds; without one it is a SHA-256,
 * which notices damage and hides nothing.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** What is wrong with a backup, in words for whoever runs the server. */
export class BackupError extends Error {}

const magic = 'NADA-CADANGAN 1\n'
const frameBytes = 64 * 1024
const tagBytes = 16
/** A head is some two hundred bytes; what has no end within this is none. */
const maxHead = 4096

export interface Head {
  /** When its snapshot was taken. */
  dibuat: string
  /** How it is encrypted; null: it is not. */
  sandi: { cara: 'aes-256-gcm'; kunci: string; garam: string } | null
}

/** Names a key without telling it. */
const backupKeyId = (key: Buffer): string =>
  createHash('sha256').update('nada-kunci-cadangan').update(key).digest('hex').slice(0, 12)

interface Seal {
  seal(data: Buffer, last: boolean): Buffer
  /** Throws BackupError when the frame is not the one that was written. */
  open(frame: Buffer, last: boolean): Buffer
}

const damaged = (): BackupError =>
  new BackupError('Cadangan rusak: isinya bukan yang dahulu ditulis. Pakai cadangan lain.')
const cut = (): BackupError =>
  new BackupError('Cadangan terpotong: bagian akhirnya tidak ada. Pakai cadangan lain.')

/** Seals and opens the frames of one file, in their order. */
const sealOf = (head: Buffer, key: Buffer | undefined): Seal => {
  let number = 0
  const nonceOf = (last: boolean): Buffer => {
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(last ? 1 : 0)
    nonce.writeBigUInt64BE(BigInt(number++), 4)
    return nonce
  }
  const digest = (nonce: Buffer, data: Buffer): Buffer =>
    createHash('sha256').update(head).update(nonce).update(data).digest().subarray(0, tagBytes)
  return {
    seal: (data, last) => {
      const nonce = nonceOf(last)
      if (!key) return Buffer.concat([digest(nonce, data), data])
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(head)
      const hidden = Buffer.concat([cipher.update(data), cipher.final()])
      return Buffer.concat([cipher.getAuthTag(), hidden])
    },
    open: (frame, last) => {
      const nonce = nonceOf(last)
      const [tag, data] = [frame.subarray(0, tagBytes), frame.subarray(tagBytes)]
      if (!key) {
        if (!digest(nonce, data).equals(tag)) throw damaged()
        return data
      }
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(head).setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(data), decipher.final()])
      } catch {
        throw damaged()
      }
    },
  }
}

/** The key of one file: no two files share one, so that no nonce is used twice. */
const fileKey = (key: Buffer, salt: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.from(salt, 'base64'), 'nada-cadangan', 32))

const lengthOf = (frame: Buffer, last: boolean): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(((last ? 0x80000000 : 0) | frame.length) >>> 0)
  return length
}

/** Makes a file of a stream of bytes: the head, then its frames. */
export async function* toFrames(
  data: AsyncIterable<Buffer>,
  dibuat: string,
  key: Buffer | undefined,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(32).toString('base64')
  const cipher = key
    ? ({ cara: 'aes-256-gcm', kunci: backupKeyId(key), garam: salt } as const)
    : null
  const head = Buffer.from(`${magic}${JSON.stringify({ dibuat, sandi: cipher } satisfies Head)}\n`)
  const seal = sealOf(head, key && fileKey(key, salt))
  yield head
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of data) {
    waiting.push(chunk)
    size += chunk.length
    if (size < frameBytes) continue
    let all = Buffer.concat(waiting)
    for (; all.length >= frameBytes; all = all.subarray(frameBytes)) {
      const frame = seal.seal(all.subarray(0, frameBytes), false)
      yield Buffer.concat([lengthOf(frame, false), frame])
    }
    waiting = [all]
    size = all.length
  }
  const frame = seal.seal(Buffer.concat(waiting), true)
  yield Buffer.concat([lengthOf(frame, true), frame])
}

/** Reads exact numbers of bytes of a file. */
class Reader {
  readonly #chunks: AsyncIterator<Buffer>
  #have: Buffer = Buffer.alloc(0)
  constructor(file: string) {
    this.#chunks = createReadStream(file, { highWaterMark: 256 * 1024 })[Symbol.asyncIterator]()
  }
  async #more(): Promise<boolean> {
    const next = await this.#chunks.next()
    if (next.done) return false
    this.#have = Buffer.concat([this.#have, next.value])
    return true
  }
  /** The next `n` bytes. Throws BackupError when the file ends before. */
  async take(n: number): Promise<Buffer> {
    while (this.#have.length < n) if (!(await this.#more())) throw cut()
    const bytes = this.#have.subarray(0, n)
    this.#have = this.#have.subarray(n)
    return bytes
  }
  /** Up to and with the second line end, or undefined when there is none nearby. */
  async head(): Promise<Buffer | undefined> {
    for (;;) {
      const end = this.#have.indexOf('\n', magic.length)
      if (end >= 0 && end < maxHead) return this.take(end + 1)
      if (this.#have.length >= maxHead || !(await this.#more())) return undefined
    }
  }
  async atEnd(): Promise<boolean> {
    return this.#have.length === 0 && !(await this.#more())
  }
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}

const isHead = (value: unknown): value is Head =>
  typeof value === 'object' && value !== null && 'dibuat' in value && 'sandi' in value

const parseHead = (head: Buffer | undefined): Head => {
  const text = head?.toString('utf8') ?? ''
  if (!text.startsWith(magic)) throw new BackupError('Berkas ini bukan cadangan Nada.')
  try {
    const value: unknown = JSON.parse(text.slice(magic.length))
    if (isHead(value)) return value
  } catch {
    // Told below: a head that is no JSON is as damaged as one of another shape.
  }
  throw damaged()
}

/** How a backup may be read. */
export interface ReadRules {
  /** Keys of backups; where there are any, a file that is not encrypted is refused. */
  keys: readonly Buffer[]
  /** Reads a file that is not encrypted although there are keys. */
  acceptPlain?: boolean
  /** Bytes that the file may unpack to; undefined: by the size of the file. */
  maxBytes?: number | undefined
}

const keyFor = (head: Head, { keys, acceptPlain }: ReadRules): Buffer | undefined => {
  if (!head.sandi) {
    // Anybody can write a file without a key: with a key here, such a file is probably not ours.
    if (keys.length === 0 || acceptPlain) return undefined
    throw new BackupError(
      'Cadangan ini tidak terenkripsi, padahal BACKUP_KEY diisi: mungkin bukan buatan server ini. ' +
        'Jika Anda yakin asalnya, ulangi dengan --accept-unencrypted.',
    )
  }
  const { kunci, garam } = head.sandi
  const key = keys.find((k) => backupKeyId(k) === kunci)
  if (key) return fileKey(key, garam)
  const why = keys.length === 0 ? 'isi BACKUP_KEY' : `BACKUP_KEY tidak memuat kunci ${kunci}`
  throw new BackupError(`Cadangan ini terenkripsi: ${why}.`)
}

/** The bytes that a file was made of. Throws BackupError at the first that is not right. */
export async function* fromFrames(file: string, rules: ReadRules): AsyncGenerator<Buffer> {
  const reader = new Reader(file)
  try {
    const bytes = await reader.head()
    const seal = sealOf(bytes ?? Buffer.alloc(0), keyFor(parseHead(bytes), rules))
    for (let last = false; !last;) {
      const length = (await reader.take(4)).readUInt32BE()
      last = length >>> 31 === 1
      const size = length & 0x7fffffff
      if (size < tagBytes || size > frameBytes + tagBytes) throw damaged()
      yield seal.open(await reader.take(size), last)
    }
    if (!(await reader.atEnd())) throw damaged()
  } finally {
    await reader.close()
  }
}

/** The head of a file: when it was made and how it is encrypted. Throws BackupError. */
export const readHead = async (file: string): Promise<Head> => {
  const reader = new Reader(file)
  try {
    return parseHead(await reader.head())
  } finally {
    await reader.close()
  }
}
