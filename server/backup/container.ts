/**
 * The file around a backup: gzip, and around it age (age-encryption.org) where there is a key, so
 * that standard tools open it: `age -d -i KEY FILE | zcat`. Age notices every changed, missing or
 * swapped part; of a file without a key gzip's checksum and the manifest notice damage.
 */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ConfigError } from '#server/config.ts'

/** Error about a backup, in words for the operator of the server. */
export class BackupError extends Error {}

/** How every age file begins. */
const ageMark = 'age-encryption.org/'
const gzipMark = Buffer.from([0x1f, 0x8b])

const notOurs = (): BackupError => new BackupError('Berkas ini bukan cadangan Nada.')
export const damaged = (): BackupError =>
  new BackupError(
    'Cadangan rusak atau terpotong: isinya bukan yang dahulu ditulis. Pakai cadangan lain.',
  )

/** The library is loaded by a process that makes or reads a backup, not by every server. */
const loadAge = () => import('age-encryption')

/** For a key of another form, or with a mistyped letter. */
export const invalidKey = (): ConfigError =>
  new ConfigError(
    'BACKUP_KEY tidak valid. Isi kunci age: AGE-SECRET-KEY-1… (`npm run backup -- --new-key`).',
  )
/** Makes a key: an age identity. */
export const makeBackupKey = async (): Promise<string> => (await loadAge()).generateX25519Identity()

/** Whether a file is encrypted, by how it begins. Throws BackupError for what is no backup. */
export const isEncrypted = async (file: string): Promise<boolean> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageMark.length))
    const begin = buffer.subarray(0, bytesRead)
    if (begin.toString('latin1') === ageMark) return true
    if (begin.subarray(0, gzipMark.length).equals(gzipMark)) return false
    throw notOurs()
  } finally {
    await handle.close()
  }
}

/**
 * Encrypts a stream of bytes for the owner of a key. The key's recipient is never printed or
 * stored: anybody who has it can write a file that the key opens.
 */
export async function* encrypt(
  data: AsyncIterable<Uint8Array>,
  key: string,
): AsyncGenerator<Uint8Array> {
  const { Encrypter, identityToRecipient } = await loadAge()
  const encrypter = new Encrypter()
  const recipient = await identityToRecipient(key).catch(() => {
    throw invalidKey()
  })
  encrypter.addRecipient(recipient)
  const stream = Readable.toWeb(Readable.from(data)) as globalThis.ReadableStream<Uint8Array>
  yield* (await encrypter.encrypt(stream)) as ReadableStream<Uint8Array>
}

/** How a backup may be read. */
export interface ReadRules {
  /** Keys of backups; if there are any, an unencrypted file is rejected. */
  keys: readonly string[]
  /** Reads a file that is not encrypted although there are keys. */
  acceptPlain?: boolean
  /** Bytes that the file may unpack to; undefined: by the size of the file. */
  maxBytes?: number | undefined
}

/** Anybody can write a file without a key: with a key here, such a file is probably not ours. */
const refusePlain = ({ keys, acceptPlain }: ReadRules): void => {
  if (keys.length === 0 || acceptPlain) return
  throw new BackupError(
    'Cadangan ini tidak terenkripsi, padahal BACKUP_KEY diisi: mungkin bukan buatan server ini. ' +
      'Jika Anda yakin asalnya, ulangi dengan --accept-unencrypted.',
  )
}

const decrypt = async (
  data: Readable,
  keys: readonly string[],
): Promise<ReadableStream<Uint8Array>> => {
  if (keys.length === 0) throw new BackupError('Cadangan ini terenkripsi: isi BACKUP_KEY.')
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  try {
    for (const key of keys) decrypter.addIdentity(key)
  } catch {
    throw invalidKey()
  }
  const stream = Readable.toWeb(data) as globalThis.ReadableStream<Uint8Array>
  return (await decrypter.decrypt(stream)) as ReadableStream<Uint8Array>
}
/** An error in words for its reader, or of the disk; any other is of the file's content. */
export const isSaid = (error: unknown): boolean =>
  error instanceof BackupError ||
  error instanceof ConfigError ||
  (error instanceof Error && 'syscall' in error)
const foreignKey = /no identity matched/i

/** The bytes that a file was made of, still packed. Throws BackupError at the first wrong one. */
export async function* readContainer(file: string, rules: ReadRules): AsyncGenerator<Uint8Array> {
  const encrypted = await isEncrypted(file)
  if (!encrypted) refusePlain(rules)
  const data = createReadStream(file, { highWaterMark: 256 * 1024 })
  try {
    await once(data, 'open')
    yield* encrypted ? await decrypt(data, rules.keys) : data
  } catch (error) {
    if (isSaid(error)) throw error
    if (error instanceof Error && foreignKey.test(error.message))
      throw new BackupError(
        'Cadangan ini terenkripsi dengan kunci lain: tidak ada kunci di BACKUP_KEY yang membukanya.',
        { cause: error },
      )
    throw damaged()
  } finally {
    data.destroy()
  }
}
