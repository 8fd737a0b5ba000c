/** Bills and receipts as papers of a PDF, some at a time, as whoever asks may see them. */
import { sql, type SqlBool } from 'kysely'
import type { Paper } from '#contract/print/paper.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db } from '#server/db/tables.ts'
import { allows } from '#server/http/context.ts'
import { billPaper } from '#server/modules/billing/papers/billPaper.ts'
import { pictureReader } from '#server/modules/billing/papers/kop.ts'
import { readPrintedBills, type Reader } from '#server/modules/billing/papers/readBills.ts'
import { readPrintedReceipts, receiptPaper } from '#server/modules/billing/papers/receiptPaper.ts'
import type { PaperBatch } from '#server/pdf/paper.ts'
import type { Papers } from '#server/resource/module.ts'

/** Papers that are read, and then drawn, at once. */
const batch = 20
const all = sql<SqlBool>`1 = 1`
const none = sql<SqlBool>`1 = 0`

/** Pictures that papers name: logos, and what stands among their blocks. */
const picturesOf = (papers: readonly Paper[]): (number | null)[] => [
  ...papers.map(({ kop }) => kop?.logo ?? null),
  ...papers.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      (block.kind === 'keep' ? block.blocks : [block]).map((b) =>
        b.kind === 'picture' ? b.image : null,
      ),
    ),
  ),
]

/** Batches of papers with the pictures on them. */
const batchesOf = async function* (
  db: Parameters<typeof pictureReader>[0],
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<Paper[]>,
): AsyncGenerator<PaperBatch> {
  const pictures = pictureReader(db)
  for (let i = 0; i < ids.length; i += batch) {
    const papers = await read(ids.slice(i, i + batch))
    yield { papers, images: await pictures(picturesOf(papers)) }
  }
}

export const billPapers: Papers = ({ ctx, ids, size, settings, scopeOf }) => {
  const may = (code: string) => allows(ctx.actor, code)
  const reader = {
    students: may('user/pilihan') ? (scopeOf('user') ?? all) : none,
    receipts: may('billing-payment/view') ? (scopeOf('billing-payment') ?? all) : none,
    banks: may('user/list-payment-bank'),
  }
  return batchesOf(ctx.db, ids, async (some) =>
    (await readPrintedBills(ctx.db, some, reader)).map((bill) => billPaper(bill, settings, size)),
  )
}

/** A bill as its family is given it, by a link or a mail: as the school prints it. */
export const publicPaper = (db: Db, id: number, settings: Settings): AsyncGenerator<PaperBatch> =>
  batchesOf(db, [id], async (some) =>
    (await readPrintedBills(db, some, publicReader)).map((bill) => billPaper(bill, settings, 'A4')),
  )
export const publicReader: Reader = { students: all, receipts: all, banks: true }

export const receiptPapers: Papers = ({ ctx, ids, size, settings, scopeOf }) => {
  const may = (code: string) => allows(ctx.actor, code)
  const reader = {
    students: may('user/pilihan') ? (scopeOf('user') ?? all) : none,
    bills: may('billing/index') ? (scopeOf('billing') ?? all) : none,
  }
  return batchesOf(ctx.db, ids, async (some) =>
    (await readPrintedReceipts(ctx.db, some, reader)).map((receipt) =>
      receiptPaper(receipt, settings, size),
    ),
  )
}
