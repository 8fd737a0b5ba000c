/**
 * Prepares the database before the server starts: runs migrations, and creates the first account or
 * the demo school if missing.
 */
import { sql } from 'kysely'
import { readDataKeys, prepareSecrets } from '#server/crypto/keyFile.ts'
import { connectionsPerProcess } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { checkStore } from '#server/files/openStore.ts'
import {
  resetPasswordFromConsole,
  resetSecondFactorFromConsole,
  warnOfWeak,
} from '#server/modules/access/auth/console.ts'
import type { Config } from '#server/runtime/config.ts'
import { openDatabase } from '#server/runtime/openDatabase.ts'
import { firstStart } from '#server/seed/first.ts'

/** Prints a warning if several processes may need more connections than PostgreSQL allows. */
const warnOfConnections = async (db: Db, workers: number): Promise<void> => {
  const { rows } = await sql<{ max_connections: string }>`show max_connections`.execute(db)
  const [needed, allowed] = [workers * connectionsPerProcess, Number(rows[0]?.max_connections)]
  if (needed > allowed)
    console.log(
      `Peringatan: WORKERS. ${workers} proses memakai sampai ${needed} koneksi, tetapi max_connections di PostgreSQL hanya ${allowed}.`,
    )
}

/** Returns the value of an argument `--flag=value`; undefined if there is no such argument. */
const valueOf = (args: readonly string[], flag: string): string | undefined =>
  args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1)

/**
 * Opens and migrates the database, creates missing first data, and runs the actions that the
 * command-line arguments request, such as `--reset-sandi`. Returns whether the server should start
 * afterwards. Throws ConfigError when the database cannot be used.
 */
export const prepare = async (config: Config, args: readonly string[]): Promise<boolean> => {
  const { db, close } = await openDatabase(config)
  try {
    if (config.workers > 1) await warnOfConnections(db, config.workers)
    await prepareSecrets(db, readDataKeys(config))
    await checkStore(db, config.files)
    if (config.demo) {
      const { seedDemo } = await import('#server/seed/demo.ts')
      await seedDemo(db, (text) => console.log(text))
    }
    const { adminUsername: username, adminPassword: password } = config
    const { madeUp, made = false } = await firstStart(db, { username, password })
    if (madeUp)
      console.log(`Akun pertama: ${username}, password: ${madeUp} (ganti saat masuk pertama kali)`)
    if (made && password) await warnOfWeak(db, username, password)
    const resets = [
      [resetSecondFactorFromConsole, valueOf(args, '--reset-dua-langkah')],
      [resetPasswordFromConsole, valueOf(args, '--reset-sandi')],
    ] as const
    for (const [reset, user] of resets) if (user !== undefined) console.log(await reset(db, user))
    return resets.every(([, user]) => user === undefined) && !args.includes('--siapkan')
  } finally {
    await close()
  }
}
