/**
 * Dialog that publishes many draft bills. It asks for confirmation, shows the progress, and lists
 * the drafts that could not be published, each with the reason.
 */
import '#src/styles/app.css'
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BillingStatus } from '#contract/enums.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { usePublish } from '#src/routes/_app/billing/-publish/publish.ts'
import { FailureList } from '#src/ui/feedback/FailureList.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { numberText, rupiah } from '#src/ui/format/format.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/** Returns the confirmation text for publishing `n` bills with the given total. */
export const publishQuestion = (n: number, total: number): string =>
  `${numberText(n)} tagihan, total ${rupiah(total)}, mendapat nomor dan tampil di akun billing. Tagihan yang sudah terbit tidak kembali menjadi draft; membatalkannya perlu alasan.`

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
const mostShown = 50

interface Props {
  publish: ReturnType<typeof usePublish>
  close: () => void
  /** Links to the pages that users usually open next. The dialog shows the links after the run. */
  onward?: ReactNode
}
/** Dialog with the progress and the result of a publishing run. */
export const PublishDialog = ({ publish, close, onward }: Props) => {
  const { state, busy, error, stop, resume } = publish
  if (!state) return null
  const { total, berhasil, gagal, job } = state
  const isInterrupted = job !== undefined && !busy
  const ended = isInterrupted ? 'Terhenti' : 'Selesai'
  return (
    <Dialog
      title="Menerbitkan tagihan"
      close={() => {
        if (!busy) close()
      }}
      keepOpen={busy}
    >
      <Stack>
        <Progress
          label={busy ? 'Sedang menerbitkan' : ended}
          value={berhasil + gagal.length}
          max={total}
          unit="tagihan"
        />
        <div role="status">
          <b>
            {numberText(berhasil)} berhasil, {numberText(gagal.length)} gagal
          </b>
        </div>
        {error && (
          <Note tone="orange">
            {error.message}. Yang sudah terbit tetap terbit; lanjutkan untuk sisanya.
          </Note>
        )}
        {gagal.length > 0 && (
          <FailureList>
            {gagal.slice(0, mostShown).map((g) => (
              <Failure key={g.id} {...g} />
            ))}
            {gagal.length > mostShown && (
              <li>dan {numberText(gagal.length - mostShown)} lainnya</li>
            )}
          </FailureList>
        )}
        <Group justify="flex-end" gap="0.6rem" pt="xs">
          {busy && job && (
            <Button variant="default" onClick={stop}>
              Hentikan
            </Button>
          )}
          {isInterrupted && (
            <Button variant="default" onClick={resume}>
              Lanjutkan
            </Button>
          )}
          {!busy && !isInterrupted && onward}
          {!busy && (
            <Button onClick={close} data-autofocus>
              Tutup
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

const sumOf = (bills: readonly { total: number }[]) =>
  bills.reduce((sum, bill) => sum + bill.total, 0)

/**
 * Dialog that asks for confirmation and then publishes the selected drafts. Selected bills that are
 * not drafts are skipped.
 */
export const PublishChosen = ({
  bills,
  close,
}: {
  bills: readonly { id: number; status: number; total: number }[]
  /**
   * Called when the dialog closes. After a completed run, `done` contains the ids of all selected
   * bills except the drafts that could not be published. If the user cancels or the run is
   * interrupted, `done` is empty.
   */
  close: (done: ReadonlySet<number>) => void
}) => {
  const publish = usePublish()
  const drafts = bills.filter((b) => b.status === BillingStatus.draft)
  const skippedCount = bills.length - drafts.length
  const { state } = publish
  if (state) {
    const failed = new Set(state.gagal.map((g) => g.id))
    const done = new Set(bills.map((b) => b.id).filter((id) => !failed.has(id)))
    return <PublishDialog publish={publish} close={() => close(state.job ? new Set() : done)} />
  }
  const cancel = () => close(new Set())
  return (
    <Dialog title={`Terbitkan ${numberText(drafts.length)} tagihan?`} close={cancel}>
      <Stack>
        {drafts.length > 0 && (
          <p style={{ margin: 0 }}>{publishQuestion(drafts.length, sumOf(drafts))}</p>
        )}
        {skippedCount > 0 && (
          <Note tone="orange">
            {drafts.length === 0
              ? 'Tidak ada draft di antara yang dipilih: semuanya sudah terbit atau batal.'
              : `${numberText(skippedCount)} yang dipilih bukan draft dan dilewati.`}
          </Note>
        )}
        <Group justify="flex-end" gap="0.6rem" pt="xs">
          <Button variant="default" onClick={cancel}>
            Kembali
          </Button>
          <Button
            disabled={drafts.length === 0}
            onClick={() => publish.start({ ids: drafts.map((b) => b.id) })}
            data-autofocus
          >
            Terbitkan
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
