import '#src/styles/app.css'
import '#src/styles/alur.css'
/** Publishing many drafts: the question, how far it has come, and what was left and why. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Billings } from '#src/data/billing.ts'
import { usePublish } from '#src/routes/_app/billing/-publish.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { angka } from '#src/ui/format.ts'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { Progress } from '#src/ui/Progress.tsx'

/** What publishing does, before one does it. */
export const publishQuestion = (n: number): string =>
  `${angka(n)} tagihan mendapat nomor dan tampil di akun billing. Tagihan yang sudah terbit tidak kembali menjadi draft; membatalkannya perlu alasan.`

const Failure = ({ id, pesan }: { id: number; pesan: string }) => {
  const bill = useQuery(Billings.queries.view(id)).data
  return (
    <li>
      <PlaceLink to="/billing/view" search={{ id }}>
        {bill?.nama_tagihan ?? `Tagihan #${id}`}
      </PlaceLink>
      : {pesan}
    </li>
  )
}
const shown = 50

interface Props {
  publish: ReturnType<typeof usePublish>
  close: () => void
  /** Where one may go from here. */
  onward?: ReactNode
}
/** A run of publishing that has begun. */
export const PublishDialog = ({ publish, close, onward }: Props) => {
  const { state, busy, error, stop, resume } = publish
  if (!state) return null
  const { total, berhasil, gagal, job } = state
  const left = job !== undefined && !busy
  const ended = left ? 'Terhenti' : 'Selesai'
  return (
    <Dialog
      title="Menerbitkan tagihan"
      close={() => {
        if (!busy) close()
      }}
      keepOpen={busy}
    >
      <div className="form">
        <Progress
          label={busy ? 'Sedang menerbitkan' : ended}
          value={berhasil + gagal.length}
          max={total}
          unit="tagihan"
        />
        <div role="status">
          <b>
            {angka(berhasil)} berhasil, {angka(gagal.length)} gagal
          </b>
        </div>
        {error && (
          <p className="note" data-tone="orange">
            {error.message}. Yang sudah terbit tetap terbit; lanjutkan untuk sisanya.
          </p>
        )}
        {gagal.length > 0 && (
          <ul className="failures">
            {gagal.slice(0, shown).map((g) => (
              <Failure key={g.id} {...g} />
            ))}
            {gagal.length > shown && <li>dan {angka(gagal.length - shown)} lainnya</li>}
          </ul>
        )}
        <div className="formFoot">
          {busy && job && (
            <Button variant="default" onClick={stop}>
              Hentikan
            </Button>
          )}
          {left && (
            <Button variant="default" onClick={resume}>
              Lanjutkan
            </Button>
          )}
          {!busy && !left && onward}
          {!busy && (
            <Button onClick={close} data-autofocus>
              Tutup
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Asks, then publishes chosen bills; those that are no drafts take no part. */
export const PublishChosen = ({
  bills,
  close,
}: {
  bills: readonly { id: number; status: number }[]
  /** Gets the ids of those that are no drafts any more, or were none; none when nothing was done. */
  close: (done: ReadonlySet<number>) => void
}) => {
  const publish = usePublish()
  const drafts = bills.filter((b) => b.status === 0).map((b) => b.id)
  const others = bills.length - drafts.length
  const { state } = publish
  if (state) {
    const failed = new Set(state.gagal.map((g) => g.id))
    const done = new Set(bills.map((b) => b.id).filter((id) => !failed.has(id)))
    return <PublishDialog publish={publish} close={() => close(state.job ? new Set() : done)} />
  }
  const cancel = () => close(new Set())
  return (
    <Dialog title={`Terbitkan ${angka(drafts.length)} tagihan?`} close={cancel}>
      <div className="form">
        {drafts.length > 0 && <p style={{ margin: 0 }}>{publishQuestion(drafts.length)}</p>}
        {others > 0 && (
          <p className="note" data-tone="orange">
            {drafts.length === 0
              ? 'Tidak ada draft di antara yang dipilih: semuanya sudah terbit atau batal.'
              : `${angka(others)} yang dipilih bukan draft dan dilewati.`}
          </p>
        )}
        <div className="formFoot">
          <Button variant="default" onClick={cancel}>
            Kembali
          </Button>
          <Button
            disabled={drafts.length === 0}
            onClick={() => publish.start({ ids: drafts })}
            data-autofocus
          >
            Terbitkan
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
