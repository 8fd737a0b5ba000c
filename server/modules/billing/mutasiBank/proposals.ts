/** What lines of a statement are proposed to be (contract/billing/rules/matchLine.ts). */
import { proposeMatches, type MatchProposal } from '#contract/billing/rules/matchLine.ts'
import type { Db } from '#server/db/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { readCandidates } from '#server/modules/billing/mutasiBank/candidates.ts'
import { mapInTurns } from '#server/turns.ts'

/** By the line: none for one that went out, or that is explained already. */
export const readProposals = async (
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, MatchProposal[]>> => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('mutasi_bank')
          .select(['id', 'bank_id', 'tanggal', 'masuk', 'keterangan', 'referensi'])
          .where('id', 'in', ids)
          .where('status', '=', 'belum')
          .where('masuk', '>', 0)
          .execute()
  const lines = rows.map(({ id, bank_id, tanggal, masuk, keterangan, referensi }) => ({
    id,
    line: {
      bank_id,
      tanggal,
      jumlah: masuk,
      teks: [keterangan, referensi].filter(Boolean).join(' '),
    },
  }))
  const candidates = await readCandidates(
    db,
    actor,
    lines.map(({ line }) => line),
  )
  const found = await mapInTurns(lines, ({ line }) => proposeMatches(line, candidates))
  const byLine = new Map(lines.map(({ id }, i) => [id, found[i] ?? []]))
  return new Map(ids.map((id) => [id, byLine.get(id) ?? []]))
}
