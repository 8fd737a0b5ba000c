/** Makes the proposals for statement lines (contract/billing/rules/bank/matchLine.ts). */
import { proposeMatches, type MatchProposal } from '#contract/billing/rules/bank/matchLine.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { readCandidates } from '#server/modules/billing/mutasiBank/candidates.ts'
import { readNamesakes } from '#server/modules/billing/mutasiBank/namesakes.ts'
import { mapInTurns } from '#server/runtime/yieldToEventLoop.ts'

/**
 * Returns the proposals by line id. An outgoing line, a matched line and an ignored line have no
 * proposals.
 */
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
  const likely = await mapInTurns(lines, ({ line }) => proposeMatches(line, candidates))
  // Searches the whole school for other payers whose name fits, because such a payer makes a
  // proposal unsure. Only lines with a sure proposal need this search.
  const isSure = likely.map((proposals) => proposals.some((p) => p.pasti))
  const namesakesOf = await readNamesakes(
    db,
    lines.filter((_, i) => isSure[i]).map(({ line }) => line.teks),
  )
  const lineProposals = await mapInTurns(lines, ({ line }, i) =>
    isSure[i]
      ? proposeMatches(line, { ...candidates, namesakes: namesakesOf(line.teks) })
      : (likely[i] ?? []),
  )
  const byLine = new Map(lines.map(({ id }, i) => [id, lineProposals[i] ?? []]))
  return new Map(ids.map((id) => [id, byLine.get(id) ?? []]))
}
