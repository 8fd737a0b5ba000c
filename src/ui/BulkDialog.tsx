import '#src/styles/app.css'
import '#src/styles/alur.css'
/** What a run over selected rows has done so far, and in the end row by row. */
import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { bulkAtom } from '#src/state/bulk.ts'
import { store } from '#src/state/feedback.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { angka } from '#src/ui/format.ts'

const close = () => store.set(bulkAtom, null)

export const BulkDialog = () => {
  const run = useAtomValue(bulkAtom)
  if (!run) return null
  const { title, total, done, failed, running, stop, undo } = run
  const good = done - failed.length
  const percent = Math.round((done / Math.max(total, 1)) * 100)
  const result = [
    `${angka(good)} berhasil`,
    failed.length > 0 && `${angka(failed.length)} gagal`,
    !running && done < total && `${angka(total - done)} tidak dikerjakan`,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <Dialog title={title} close={running ? stop : close} keepOpen={running}>
      <div className="form">
        <div className="progress">
          <div className="progressText">
            <b role="status">{running ? `${angka(done)} dari ${angka(total)}` : result}</b>
            <span className="num">{percent}%</span>
          </div>
          <div
            className="progressBar"
            role="progressbar"
            aria-label={title}
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={done}
          >
            <span style={{ width: `${percent}%` }} />
          </div>
        </div>
        {failed.length > 0 && (
          <ul className="failures" aria-label="Yang gagal">
            {failed.map((f) => (
              <li key={f.id}>
                <b>{f.name}</b>: {f.why}
              </li>
            ))}
          </ul>
        )}
        <div className="formFoot">
          {running ? (
            <Button variant="default" onClick={stop}>
              Hentikan
            </Button>
          ) : (
            <>
              {undo && (
                <Button variant="default" onClick={undo}>
                  Urungkan
                </Button>
              )}
              <Button onClick={close} data-autofocus>
                Tutup
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}
