/**
 * Reads and writes the file format of a backup: gzip, encrypted with age (age-encryption.org) if
 * there is a backup key. Standard tools open it: `age -d -i KEY FILE | zcat`. Age detects any
 * changed, missing or reordered bytes. In an unencrypted file, the gzip checksum and the manifest
 * (checksums of the tables in the last line) detect damage.
 */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { commandLine } from '#server/runtime/bundle.ts'
import { ConfigError } from '#server/runtime/config.ts'

/** Error of a backup or restore; its message is shown to the operator of the server. */
export class BackupError extends Error {}

/** First bytes of every age file. */
const ageMark = 'age-encryption.org/'
const gzipMark = Buffer.from([0x1f, 0x8b])

const notOurs = (): BackupError => new BackupError('Berkas ini bukan cadangan Nada.')
export const damaged = (): BackupError =>
  new BackupError(
    'Cadangan rusak atau terpotong: isinya bukan yang dahulu ditulis. Pakai cadangan lain.',
  )

/** Loads the age library on demand, because most processes never make or read a backup. */
const loadAge = () => import('age-encryption')

/** Returns the error for a backup key that has the wrong form or a mistyped letter. */
export const invalidKey = (): ConfigError =>
  new ConfigError(
    `BACKUP_KEY tidak valid. Isi kunci age: AGE-SECRET-KEY-1… (${commandLine('backup')} --new-key).`,
  )
/** Makes a backup key: a new secret key of age (`AGE-SECRET-KEY-1…`). */
export const makeBackupKey = async (): Promise<string> => (await loadAge()).generateX25519Identity()

/**
 * Returns whether a backup file is encrypted, judging by its first bytes. Throws BackupError for a
 * file that is not a backup.
 */
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
 * Encrypts a stream of bytes so that only the owner of `key` can decrypt it. The public key derived
 * from `key` is never printed or stored: anybody who has the public key could forge a backup that
 * `key` decrypts.
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

/** Keys and limits with which a backup file is read. */
export interface ReadRules {
  /**
   * Backup keys to try for decryption. If the list is not empty, an unencrypted file is rejected.
   */
  keys: readonly string[]
  /** Whether an unencrypted file is accepted although backup keys are configured. */
  acceptPlain?: boolean
  /**
   * Maximum unpacked size in bytes; if undefined, the limit is derived from the size of the file.
   */
  maxBytes?: number | undefined
}

/**
 * Checks whether an unencrypted file may be read. Throws BackupError when backup keys are
 * configured, unless the operator accepts unencrypted files (`acceptPlain`): anybody could have
 * written such a file.
 */
const checkEncrypted = ({ keys, acceptPlain }: ReadRules): void => {
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
/**
 * Returns whether an error may be shown to the operator as it is. This is so when the message of
 * the error is written for the operator, or when the operating system raised the error. Any other
 * error while reading a backup means that the content of the file is damaged.
 */
export const isOperatorError = (error: unknown): boolean =>
  error instanceof BackupError ||
  error instanceof ConfigError ||
  (error instanceof Error && 'syscall' in error)
const foreignKey = /no identity matched/i

/**
 * Yields the decrypted, still compressed bytes of a backup. Throws BackupError as soon as bytes
 * cannot be decrypted.
 */
export async function* readContainer(file: string, rules: ReadRules): AsyncGenerator<Uint8Array> {
  const encrypted = await isEncrypted(file)
  if (!encrypted) checkEncrypted(rules)
  const data = createReadStream(file, { highWaterMark: 256 * 1024 })
  try {
    await once(data, 'open')
    yield* encrypted ? await decrypt(data, rules.keys) : data
  } catch (error) {
    if (isOperatorError(error)) throw error
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
