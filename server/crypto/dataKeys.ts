/**
 * Encrypts single stored values with AES-256-GCM. Each value has a random nonce and can only be
 * decrypted for the row and column that it belongs to.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypted value as stored: `isi` holds nonce, ciphertext and tag. `kunci_id` names the key, so
 * that keys can be replaced.
 */
interface Encrypted {
  kunci_id: string
  isi: string
}
export interface DataKeys {
  /** Id of the key that encrypts new values. */
  id: string
  /** Returns whether the key with this id is available, so that its values can be decrypted. */
  has(id: string): boolean
  /**
   * Encrypts a text. `place` names its row and column, such as `user:12:nik`. Decryption needs the
   * same name, so that a value copied to another row cannot be decrypted for that row.
   */
  encrypt(text: string, place: string): Encrypted
  /** Decrypts a value. Throws when its key is unknown, `place` differs, or a bit was changed. */
  decrypt(value: Encrypted, place: string): string
}

/** Returns the id of a key: the beginning of a hash, which does not reveal the key. */
export const dataKeyId = (key: Buffer): string =>
  createHash('sha256').update('nada-kunci').update(key).digest('hex').slice(0, 12)

const nonceBytes = 12
const tagBytes = 16
/**
 * Returns functions that encrypt with the first key, and decrypt each value with the key that
 * encrypted the value. Throws RangeError for an empty list and for a key that is not 32 bytes long.
 */
export const makeDataKeys = (keys: readonly Buffer[]): DataKeys => {
  const ring = new Map(
    keys.map((key) => {
      if (key.length !== 32) throw new RangeError('Kunci harus 32 byte')
      return [dataKeyId(key), Buffer.from(hkdfSync('sha256', key, '', 'nada-data', 32))] as const
    }),
  )
  const [id] = ring.keys()
  if (id === undefined) throw new RangeError('Tidak ada kunci')
  const keyOf = (keyId: string) => {
    const key = ring.get(keyId)
    if (!key) throw new Error(`Key ${keyId} is not in DATA_KEY`)
    return key
  }
  return {
    id,
    has: (keyId) => ring.has(keyId),
    encrypt: (text, place) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(id), nonce).setAAD(Buffer.from(place))
      return {
        kunci_id: id,
        isi: Buffer.concat([
          nonce,
          cipher.update(text, 'utf8'),
          cipher.final(),
          cipher.getAuthTag(),
        ]).toString('base64'),
      }
    },
    decrypt: ({ kunci_id, isi }, place) => {
      const bytes = Buffer.from(isi, 'base64')
      if (bytes.length < nonceBytes + tagBytes) throw new Error('Isi terenkripsi rusak')
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyOf(kunci_id),
        bytes.subarray(0, nonceBytes),
        { authTagLength: tagBytes },
      )
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}
