/** Opens the object store of the configuration, and checks it at the start of the server. */
import type { Logger } from 'pino'
import type { Db } from '#server/db/schema/tables.ts'
import { countObjects } from '#server/files/missingObjects.ts'
import { makeObjectStore, type ObjectStore } from '#server/files/objectStore.ts'
import { StoreError, type Observed } from '#server/files/storeRequests.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { commandLine } from '#server/runtime/bundle.ts'
import { ConfigError, type FilesConfig } from '#server/runtime/config.ts'

/** Makes the object store of a server, which logs and measures its requests. */
export const openStore = (
  files: FilesConfig,
  log: Pick<Logger, 'warn' | 'error'>,
  metrics: Pick<Metrics, 'countStoreOperation'> | undefined,
): ObjectStore => {
  const observe = ({ operation, ms, error }: Observed) => {
    metrics?.countStoreOperation(operation, error?.kind ?? 'ok', ms)
    if (!error) return
    const line = { operation, ms: Math.round(ms), cause: error.message }
    // An absent store recovers by itself. A wrong setting or a lost object needs a person.
    if (error.kind === 'away') log.warn(line, 'file store failed')
    else log.error(line, 'file store failed')
  }
  return makeObjectStore(files, { observe })
}

/** Time in ms for which the start retries requests to the store. */
const startPatienceMs = 3000

/**
 * Checks the settings of the object store before the server starts, by writing and deleting an
 * object. Throws ConfigError when the store rejects this, or when the database names objects but
 * there is no store. Prints a warning when the store does not respond, because everything except
 * files works without it.
 */
export const checkStore = async (db: Db, files: FilesConfig | undefined): Promise<void> => {
  if (!files) {
    const count = await countObjects(db)
    if (count === 0) return
    throw new ConfigError(
      `FILES_URL tidak diisi, padahal ${count} berkas ada di penyimpanan objek. Isi FILES_URL seperti sebelumnya, atau pindahkan dahulu: ${commandLine('move-files')} --to database.`,
    )
  }
  const store = makeObjectStore(files, { patienceMs: startPatienceMs })
  try {
    await store.probe()
    await store.tryWriting()
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    if (error.kind !== 'away')
      throw new ConfigError(
        `FILES_URL tidak dapat dipakai: ${error.message}. Periksa bucket, FILES_ENDPOINT, FILES_REGION, FILES_KEY_ID, dan FILES_SECRET.`,
        { cause: error },
      )
    console.log(`Peringatan: FILES_URL. ${error.message}.`)
  }
}
