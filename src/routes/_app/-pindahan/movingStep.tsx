import { Button } from '@mantine/core'
import type { PindahanJob } from '#src/data/pindahan.ts'
import { storedSheets } from '#src/routes/_app/-pindahan/sheets.ts'
import { SheetTable } from '#src/routes/_app/-pindahan/sheetTable.tsx'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { StepMessage } from '#src/ui/import/StepMessage.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

const rowsOf = (sheets: PindahanJob['lembar']): number =>
  sheets.reduce((sum, { impor }) => sum + impor.baris, 0)
/**
 * Progress of a trial or run. A trial is one transaction without intermediate figures, and may be
 * stopped. A run reports each stored sheet, and continues on the server.
 */
export const MovingStep = ({
  job,
  drop,
}: {
  job: PindahanJob
  drop: { busy: boolean; start: () => void }
}) => {
  const isTrial = job.status === 'memeriksa'
  return (
    <>
      <Panel>
        {isTrial ? (
          <StepMessage
            text={`${job.nama_berkas} sedang diperiksa. Belum ada yang disimpan.`}
            bar={<Progress label="Memeriksa" />}
          >
            <Button variant="default" loading={drop.busy} onClick={drop.start}>
              Batalkan
            </Button>
          </StepMessage>
        ) : (
          <StepMessage
            text="Halaman ini boleh ditutup: penyimpanan berjalan terus di server."
            bar={
              <Progress
                label="Menyimpan"
                value={rowsOf(storedSheets(job))}
                max={rowsOf(job.lembar)}
                unit="baris"
              />
            }
          />
        )}
      </Panel>
      {!isTrial && (
        <Panel title="Isi berkas" bare>
          <SheetTable job={job} />
        </Panel>
      )}
    </>
  )
}
