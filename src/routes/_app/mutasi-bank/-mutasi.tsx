/**
 * Status, proposals and actions of a line of a bank statement, shared by the list and the record. A
 * proposal is a payment confirmation, payment or bill that the line probably belongs to.
 */
import type { mutasiBank } from '#contract/billing/mutasiBank/mutasiBank.ts'
import { JenisUsulan, StatusMutasiBank } from '#contract/billing/mutasiBank/mutasiBankEnums.ts'
import type { ActionInput, Row } from '#contract/resource.ts'
import { ApiError } from '#src/data/api/http.ts'
import type { After } from '#src/data/api/useWrite.ts'
import { lineQueue, MutasiBanks } from '#src/data/resources/mutasiBank.ts'
import { askReason, confirm, showError, toast } from '#src/state/feedback.ts'
import type { Place } from '#src/state/place.ts'
import { rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { Badge, Badges } from '#src/ui/list/table/table.tsx'
import { useWaiting } from '#src/ui/record/useWaiting.ts'

export type Line = Row<typeof mutasiBank>
export type Proposal = NonNullable<Line['usulan']>[number]
export type Match = ActionInput<typeof mutasiBank, 'cocokkan'>

export const bankLinePlace = ({ id }: { id: number }): Place => ({
  to: '/mutasi-bank/view',
  search: { id },
})
/** Returns the name of a statement line, which consists of its day and amount. */
export const lineName = ({ tanggal, masuk, keluar }: Line): string =>
  `${shortTanggal(tanggal)}, ${masuk > 0 ? rupiah(masuk) : `−${rupiah(keluar)}`}`

export const LineStatus = ({ status }: Pick<Line, 'status'>) => (
  <Badge tone={StatusMutasiBank.tone(status)}>{StatusMutasiBank.label(status)}</Badge>
)
export const ProposalKind = ({ proposal }: { proposal: Proposal }) => (
  <Badges>
    <Badge tone={JenisUsulan.tone(proposal.jenis)}>{JenisUsulan.label(proposal.jenis)}</Badge>
    {proposal.pasti && <Badge tone="green">Pasti</Badge>}
  </Badges>
)
/** Table cell with the most likely proposal: its payer, kind and title. */
export const ProposalCell = ({ proposal }: { proposal: Proposal | undefined }) =>
  proposal ? (
    <span>
      {proposal.akun} <ProposalKind proposal={proposal} />
      <Dim style={{ display: 'block', fontSize: '0.8125rem' }}>{proposal.judul}</Dim>
    </span>
  ) : (
    <Dim>–</Dim>
  )

/**
 * Returns the queue of unmatched statement lines: their number, the first line, the lines before
 * and after the line `id`, and the position of the line `id` (`place`, counted from 1; 0 if the
 * line is not in the queue).
 */
export const useLineQueue = (id: number, enabled = true) => useWaiting(lineQueue, { id, enabled })

/** Returns the payload that accepts a proposal. */
export const matchOf = ({ jenis, id, billing_ids }: Proposal): Match => {
  if (jenis === 'konfirmasi') return { konfirmasi_id: id }
  return jenis === 'pembayaran' ? { billing_payment_id: id } : { billing_ids }
}
/** Describes the effect of accepting a proposal. */
export const effectOf = ({ jenis, judul, akun }: Proposal): string => {
  if (jenis === 'konfirmasi') return `Konfirmasi ${judul} dari ${akun} disetujui`
  return jenis === 'pembayaran'
    ? `Dicocokkan dengan ${judul} dari ${akun}`
    : `Pembayaran ${judul} dari ${akun} dicatat`
}

/**
 * Whether the server rejected a match because the payment may already be recorded. If the user
 * confirms that it is a different payment, the request is sent again with `bukan_kembar`.
 */
const isDuplicate = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.fields.some((f) => f.field === 'bukan_kembar')

/**
 * Returns a function that matches a line with a proposal. It asks for confirmation if the payment
 * may already be recorded.
 */
export const useMatch = () => {
  const cocokkan = MutasiBanks.useAction('cocokkan', { quiet: true })
  const send = (line: Line, match: Match, after: After<unknown>): void =>
    cocokkan.mutate(
      { id: line.id, input: { ...match, versi: line.versi } },
      { ...after, onError: (error) => void again(line, match, after, error) },
    )
  const again = async (line: Line, match: Match, after: After<unknown>, error: unknown) => {
    if (isDuplicate(error) && !match.bukan_kembar) {
      const ok = await confirm({
        title: 'Mungkin sudah dicatat',
        body: error.message,
        confirm: 'Ini pembayaran lain, catat',
        cancel: 'Kembali',
      })
      return ok ? send(line, { ...match, bukan_kembar: true }, after) : undefined
    }
    if (!(error instanceof ApiError)) throw error
    return showError(error)
  }
  return { busy: cocokkan.isPending, send }
}

/**
 * Returns two actions on a statement line. The first action ignores the line with a reason. The
 * second action makes an ignored or matched line unmatched again.
 */
export const useLineActions = () => {
  const abaikan = MutasiBanks.useAction('abaikan')
  const lepas = MutasiBanks.useAction('lepas')
  const ignore = async (line: Line, done?: () => void) => {
    const alasan = await askReason({
      title: `Abaikan ${lineName(line)}?`,
      body: `${line.keterangan}. Baris ini tidak menjadi pembayaran; alasannya tetap tercatat.`,
      confirm: 'Abaikan',
    })
    if (alasan === null) return
    abaikan.mutate(
      { id: line.id, input: { alasan, versi: line.versi } },
      {
        onSuccess: () => toast(`${lineName(line)} diabaikan`, { to: bankLinePlace(line) }),
        next: done,
      },
    )
  }
  const release = (line: Line) =>
    lepas.mutate(
      { id: line.id, input: { versi: line.versi } },
      { onSuccess: () => toast(`${lineName(line)} kembali belum dicocokkan`) },
    )
  const ignoring = (line: Line, done?: () => void) => ({
    label: 'Abaikan',
    code: 'mutasi-bank/abaikan' as const,
    busy: abaikan.isPending,
    run: () => void ignore(line, done),
  })
  const releasing = (line: Line) => ({
    label: line.status === 'diabaikan' ? 'Batalkan abaikan' : 'Lepaskan',
    code: 'mutasi-bank/lepas' as const,
    busy: lepas.isPending,
    disabled: line.dibukukan ? 'Batalkan pembayarannya: baris ini kembali sendiri' : undefined,
    run: () => release(line),
  })
  return { ignoring, releasing }
}
