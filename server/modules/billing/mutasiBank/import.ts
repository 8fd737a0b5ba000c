/**
 * Imports the statement file of a bank (domain.md 3.7). The preview and the import use the same
 * code to find the new lines. Equal lines of a file are numbered. Therefore two equal transfers are
 * both stored, but importing the same file again adds no line.
 */
import * as z from 'zod/mini'
import { mutasiBank } from '#contract/billing/mutasiBank/mutasiBank.ts'
import {
  StatementMapping,
  statementLimits,
  type importMutasi,
} from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { forbidden, invalidField } from '#server/errors.ts'
import { MB, readUpload } from '#server/http/body/upload.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { planLines, type NewLine } from '#server/modules/billing/mutasiBank/planLines.ts'
import { duplicateWarning } from '#server/modules/billing/mutasiBank/rewordedLines.ts'
import { seesAccount } from '#server/modules/billing/mutasiBank/scope.ts'
import type { KeptMapping } from '#server/modules/billing/mutasiBank/statementFile/chooseMapping.ts'
import { readStatement } from '#server/modules/billing/mutasiBank/statementFile/readStatement.ts'
import type {
  FileLine,
  Statement,
} from '#server/modules/billing/mutasiBank/statementFile/statement.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { keysOf } from '#server/resource/columns.ts'
import { yieldToEventLoop } from '#server/runtime/yieldToEventLoop.ts'

const maxFileBytes = 10 * MB
/**
 * Maximum number of lines per transaction. It is small, because on SQLite all other requests wait
 * for the transaction.
 */
const linesAtOnce = 250
type Answer = CallOutput<typeof importMutasi>

/**
 * Returns the bank account. Throws 422 if the account does not exist, and 403 if the actor may not
 * see the statement of the account.
 */
const readAccount = async (ctx: Ctx, id: number) => {
  const bank = await ctx.db
    .selectFrom('bank')
    .select(['id', 'nama_bank', 'no_rekening', 'gedung'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!bank) throw invalidField('bank_id', 'Pilih rekening')
  if (!seesAccount(ctx.actor, fromJson<number[]>(bank.gedung)))
    throw forbidden(
      'Rekening ini juga milik outlet lain: mutasinya untuk admin yang memegang semua outletnya.',
    )
  return bank
}
type Account = Awaited<ReturnType<typeof readAccount>>

/**
 * Number of latest imports of a bank account whose column mappings are considered for a new file.
 */
const keptImports = 10
/**
 * Schema of a stored mapping with the headings (`judul`) of its file. A mapping stored without
 * headings, by an old version of the import, is ignored.
 */
const StoredMapping = z.extend(StatementMapping, { judul: z.string() })
const readKept = async (db: Db, bank_id: number): Promise<KeptMapping[]> => {
  const rows = await db
    .selectFrom('impor_mutasi')
    .select('pemetaan')
    .where('bank_id', '=', bank_id)
    .orderBy('id', 'desc')
    .limit(keptImports)
    .execute()
  return rows.flatMap(({ pemetaan: text }) => {
    const { data } = z.safeParse(StoredMapping, fromJson<unknown>(text))
    if (!data) return []
    const { judul, ...pemetaan } = data
    return [{ judul, pemetaan }]
  })
}

/**
 * Returns the column mapping of the request; undefined if the request has none. Throws 422 for an
 * invalid mapping.
 */
const parseMapping = (text: string | undefined): StatementMapping | undefined => {
  if (text === undefined || text === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidField('pemetaan', 'Pemetaan kolom tidak dapat dibaca')
  }
  const { data, success } = z.safeParse(StatementMapping, value)
  if (!success) throw invalidField('pemetaan', 'Pemetaan kolom tidak lengkap')
  if (data.jumlah === null && data.debit === null && data.kredit === null)
    throw invalidField('pemetaan', 'Pilih kolom jumlah, atau kolom debit dan kredit')
  return data
}

/**
 * Splits lines into batches of at most `linesAtOnce` lines. All lines with the same base hash
 * (`dasar`) stay in one batch, because their keys are numbered together. Such a batch may be
 * larger.
 */
const groupsOf = (lines: readonly FileLine[]): FileLine[][] => {
  const groups: FileLine[][] = [[]]
  for (const alike of Map.groupBy(lines, (line) => line.dasar).values()) {
    const last = groups.at(-1)
    if (last && last.length + alike.length <= linesAtOnce) last.push(...alike)
    else groups.push([...alike])
  }
  return groups.filter((group) => group.length > 0)
}
const wholeRupiah = (sen: string | null): number | null =>
  sen === null ? null : Number(BigInt(sen) / 100n)
const storeLines = (
  trx: Trx,
  ctx: Ctx,
  { bank_id, impor_id }: { bank_id: number; impor_id: number },
  lines: readonly NewLine[],
) => {
  const time = now()
  return insertMany(
    trx,
    'mutasi_bank',
    lines.map(({ baris: _, saldo_sen, ...line }) => ({
      ...line,
      saldo: wholeRupiah(saldo_sen),
      ...keysOf(mutasiBank, line),
    })),
    {
      common: {
        bank_id,
        impor_id,
        status: 'belum',
        created_at: time,
        created_by: ctx.actor.id,
        updated_at: time,
        updated_by: ctx.actor.id,
      },
    },
  )
}

/**
 * Stores the new lines in batches, with one transaction per batch. After an interruption, importing
 * the file again stores the missing lines.
 */
const runImport = async (
  ctx: Ctx,
  bank: Account,
  file: { name: string; statement: Statement },
): Promise<{ impor_id: number | null; fresh: Set<number> }> => {
  const { lines, skipped, pemetaan, judul } = file.statement
  const days = lines.map((line) => line.tanggal).toSorted()
  const fresh = new Set<number>()
  let impor_id: number | null = null
  for (const group of groupsOf(lines)) {
    const stored: { id: number | null; lines: NewLine[] } = await transaction(
      ctx.db,
      async (trx) => {
        const planned = await planLines(trx, bank.id, group)
        if (planned.length === 0) return { id: impor_id, lines: [] }
        const id =
          impor_id ??
          (
            await trx
              .insertInto('impor_mutasi')
              .values({
                bank_id: bank.id,
                nama_berkas: file.name,
                pemetaan: JSON.stringify({ ...pemetaan, judul }),
                baris: lines.length + skipped.length,
                baru: 0,
                ada: 0,
                dilewati: skipped.length,
                dari: days[0] ?? null,
                sampai: days.at(-1) ?? null,
                created_at: now(),
                created_by: ctx.actor.id,
              })
              .returning('id')
              .executeTakeFirstOrThrow()
          ).id
        await storeLines(trx, ctx, { bank_id: bank.id, impor_id: id }, planned)
        return { id, lines: planned }
      },
    )
    impor_id = stored.id
    for (const { baris } of stored.lines) fresh.add(baris)
    await yieldToEventLoop()
  }
  if (impor_id !== null) await closeImport(ctx, impor_id, { bank, file, baru: fresh.size })
  return { impor_id, fresh }
}
/** Stores the counts of an import in its row and in the audit log. */
const closeImport = (
  ctx: Ctx,
  id: number,
  x: { bank: Account; file: { name: string; statement: Statement }; baru: number },
): Promise<void> =>
  transaction(ctx.db, async (trx) => {
    const ada = x.file.statement.lines.length - x.baru
    await trx.updateTable('impor_mutasi').set({ baru: x.baru, ada }).where('id', '=', id).execute()
    await auditEvent(trx, ctx, {
      aksi: 'import',
      entitas: 'mutasi-bank',
      sesudah: JSON.stringify({ berkas: x.file.name, bank_id: x.bank.id, baru: x.baru, ada }),
    })
  })

/** Returns the warnings that the user sees before the lines of a file are stored. */
const warningsOf = (bank: Account, { lines, nomor, pemetaan, ...read }: Statement): string[] => {
  const ownNumber = bank.no_rekening.replace(/\D/g, '')
  const isOther =
    nomor.length > 0 &&
    ownNumber !== '' &&
    !nomor.some((n) => n.includes(ownNumber) || ownNumber.includes(n))
  const isOneWay =
    pemetaan.jumlah !== null && lines.length > 4 && lines.every((l) => l.keluar === 0)
  return [
    ...read.peringatan,
    ...(isOther
      ? [`Berkas ini menyebut rekening ${nomor[0]}, bukan ${bank.nama_bank} ${bank.no_rekening}.`]
      : []),
    ...(isOneWay
      ? ['Semua baris dibaca sebagai uang masuk. Jika ada uang keluar, pilih kolom tandanya.']
      : []),
    ...(lines.length === 0 && read.pertanyaan.length === 0
      ? ['Tidak ada baris yang terbaca: periksa kolom, urutan tanggal, dan tanda desimal.']
      : []),
  ]
}

const answerOf = (
  bank: Account,
  name: string,
  statement: Statement,
  { fresh, impor_id }: { fresh: ReadonlySet<number>; impor_id: number | null },
): Answer => {
  const { lines, skipped, pemetaan, asal_pemetaan, pertanyaan, kepala, kolom } = statement
  const days = lines.map((line) => line.tanggal).toSorted()
  const { shown } = statementLimits
  const examples: Answer['contoh'] = [
    ...skipped.slice(0, shown).map((line) => ({
      ...line,
      hasil: 'dilewati' as const,
      tanggal: null,
      referensi: null,
      masuk: 0,
      keluar: 0,
      saldo: null,
    })),
    ...lines.slice(0, shown).map(({ dasar: _, saldo_sen, ...line }) => ({
      ...line,
      hasil: fresh.has(line.baris) ? ('baru' as const) : ('ada' as const),
      saldo: wholeRupiah(saldo_sen),
      pesan: null,
    })),
  ]
  const sum = (of: 'masuk' | 'keluar') =>
    lines.reduce((total, line) => (fresh.has(line.baris) ? total + line[of] : total), 0)
  return {
    nama_berkas: name,
    pemetaan,
    asal_pemetaan,
    pertanyaan,
    kepala,
    kolom,
    baris: lines.length + skipped.length,
    baru: fresh.size,
    ada: lines.length - fresh.size,
    dilewati: skipped.length,
    masuk: sum('masuk'),
    keluar: sum('keluar'),
    dari: days[0] ?? null,
    sampai: days.at(-1) ?? null,
    peringatan: warningsOf(bank, statement),
    contoh: examples.toSorted((a, b) => a.baris - b.baris),
    impor_id,
  }
}

const cleanFileName = (name: string): string =>
  [...name.replace(/\p{C}/gu, '')].slice(0, 120).join('') || 'berkas'

export const mutasiBankCalls: Pick<Handlers, 'importMutasi'> = {
  importMutasi: async (ctx, read) => {
    const { file, input } = await read((request) => readUpload(request, maxFileBytes))
    const bank = await readAccount(ctx, Number(input.bank_id))
    const mapping = parseMapping(input.pemetaan)
    const keptMappings = mapping ? undefined : await readKept(ctx.db, bank.id)
    const statement = await readStatement(file.bytes, {
      told: mapping,
      kept: keptMappings,
      today: currentDay(),
    })
    const name = cleanFileName(file.name)
    const [open] = statement.pertanyaan
    if (input.pratinjau !== '1' && open) throw invalidField('pemetaan', open.pesan)
    if (input.pratinjau !== '1')
      return answerOf(bank, name, statement, await runImport(ctx, bank, { name, statement }))
    const fresh = new Set<number>()
    for (const group of groupsOf(statement.lines)) {
      for (const { baris } of await planLines(ctx.db, bank.id, group)) fresh.add(baris)
      await yieldToEventLoop()
    }
    const answer = answerOf(bank, name, statement, { fresh, impor_id: null })
    const retold = await duplicateWarning(ctx.db, bank.id, statement.lines, fresh)
    return { ...answer, peringatan: [...answer.peringatan, ...retold] }
  },
}
