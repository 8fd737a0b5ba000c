import type { Kysely } from 'kysely'
import { giveCodes } from '#server/db/giveCodes.ts'

/** The office mails statements of accounts. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  giveCodes(db, { 2: ['user/kirim-rekening-koran'], 4: ['user/kirim-rekening-koran'] })
