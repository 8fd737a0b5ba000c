import { Button, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { workbookLimits, workbookSheets } from '#contract/import/pindahan.ts'
import { pindahanTemplate } from '#src/data/pindahan.ts'
import type { Mapping } from '#src/routes/_app/-pindahan/mapping.ts'
import { numberText } from '#src/ui/format/format.ts'
import { FileChoice, workbook } from '#src/ui/import/FileChoice.tsx'
import { download } from '#src/ui/import/importContext.ts'
import { Panel } from '#src/ui/record/Panel.tsx'

/** First step: the user downloads the template, and chooses a workbook to try. */
export const FileStep = ({
  mapping: { peta, take, part, problem, refuse },
}: {
  mapping: Mapping
}) => (
  <Panel>
    <Stack maw="44rem">
      <Text>
        Pindahkan seluruh sekolah dengan satu berkas Excel, hingga {numberText(workbookLimits.rows)}{' '}
        baris. Lembar yang dibaca: {workbookSheets.map(({ label }) => label).join(', ')}. Isi yang
        Anda perlukan saja.
      </Text>
      <Text>
        Pakai template ini, atau berkas Anda sendiri: urutan kolom bebas, dan judul yang biasa
        dipakai dikenali. Berkas diperiksa dahulu; belum ada yang disimpan sampai Anda menyimpannya.
      </Text>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download(pindahanTemplate)}
        >
          Template Excel (XLSX)
        </Button>
      </div>
      <FileChoice
        kinds="XLSX"
        accept={workbook}
        part={part}
        problem={problem}
        take={(file) => take(file, peta)}
        refuse={refuse}
      />
    </Stack>
  </Panel>
)
