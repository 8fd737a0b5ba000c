import { Box, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { pindahanMasalah, type PindahanJob } from '#src/data/pindahan.ts'
import { badSheets } from '#src/routes/_app/-pindahan/sheets.ts'
import { BadRows } from '#src/ui/import/BadRows.tsx'
import { download } from '#src/ui/import/importContext.ts'
import { Subhead } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

/** Maximum number of rows with problems that are shown of a sheet; the download has all. */
const shownRows = 20
/** Problems of a workbook by sheet, with a download of all of them. */
export const Problems = ({ job }: { job: PindahanJob }) => (
  <Panel
    title="Masalah"
    aside={
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => download(() => pindahanMasalah(job.id))}
      >
        Daftar masalah (XLSX)
      </Button>
    }
  >
    {badSheets(job).map(({ judul, impor }) => (
      <Box key={impor.id} mb="md">
        <Subhead>{`Lembar ${judul}`}</Subhead>
        <BadRows
          job={{ gagal: impor.gagal, galat: impor.galat.slice(0, shownRows) }}
          caption={`Baris bermasalah di lembar ${judul}`}
        />
      </Box>
    ))}
  </Panel>
)
