import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { ModeImpor } from '#contract/enums.ts'
import { importable } from '#contract/import/importKeys.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import type { ImporJob, NamaImpor } from '#src/data/import.ts'
import { useCan } from '#src/data/session/session.ts'
import { DownloadPair } from '#src/ui/import/DownloadPair.tsx'
import { calendar, csv, FileChoice, workbook } from '#src/ui/import/FileChoice.tsx'
import { useImpor } from '#src/ui/import/importContext.ts'
import { useUpload } from '#src/ui/import/useUpload.ts'

/** Returns the labels of the fields that identify an existing row. */
const matchedBy = (nama: NamaImpor): string =>
  importable[nama].map((k) => k.replace(/_id$/, '').replace('gedung', 'outlet')).join(' dan ')

/** Returns the hint about the effect of the import on existing rows. */
const modeHint = (nama: NamaImpor, mode: string): string => {
  if (mode !== 'perbarui') return 'Yang sudah ada dilaporkan sebagai masalah.'
  return nama === 'user'
    ? 'Peserta yang sudah ada (No. Induk, atau nama dan tanggal lahir dalam keluarga yang sama) diubah; sel kosong dibiarkan, sel berisi - dikosongkan.'
    : `Yang sudah ada, dikenali dari ${matchedBy(nama)}, diubah; sel kosong dibiarkan, sel berisi - dikosongkan.`
}
/** First step of an import: the user chooses a file, which is uploaded and checked. */
export const FileStep = ({
  open,
  close,
}: {
  open: (id: number | undefined) => void
  close: () => void
}) => {
  const { nama, what, calls } = useImpor()
  const peserta = nama === 'user'
  const isCalendar = nama === 'hari-libur'
  const [mode, setMode] = useState<string>(ModeImpor.options[0]?.value ?? 'tambah')
  const { part, problem, setProblem, send } = useUpload<ImporJob>(calls.path)
  const template = useCan(`${nama}/template`)
  const take = (file: File) =>
    void send(file, { mode, pratinjau: '1' }, (job) => {
      queryClient.setQueryData(calls.query(job.id).queryKey, job)
      open(job.id)
    })
  return (
    <Stack>
      <p style={{ margin: 0 }}>
        Satu baris per {what}, hingga 5.000 baris.{' '}
        {peserta
          ? 'Isi No. HP atau email akun billing, salah satu cukup; peserta dengan isian yang sama menjadi satu keluarga.'
          : 'Data lain ditunjuk dengan kode atau namanya; beberapa dipisah titik koma.'}{' '}
        Berkas diperiksa dahulu; belum ada yang disimpan sampai Anda menjalankannya.
      </p>
      {template && (
        <DownloadPair
          labels={{ xlsx: 'Template Excel (XLSX)', csv: 'Template CSV' }}
          fetch={calls.template}
        />
      )}
      <NativeSelect
        label="Mode"
        value={mode}
        onChange={(e) => setMode(e.currentTarget.value)}
        data={ModeImpor.options.map((o) => ({ value: o.value, label: o.label }))}
        disabled={part !== undefined}
        description={modeHint(nama, mode)}
      />
      <FileChoice
        kinds={isCalendar ? 'XLSX, ICS (kalender), atau CSV' : 'XLSX atau CSV'}
        accept={{ ...workbook, ...csv, ...(isCalendar && calendar) }}
        part={part}
        problem={problem}
        take={take}
        refuse={setProblem}
      />
      <Group justify="flex-end" gap="0.6rem" pt="xs">
        <Button variant="default" onClick={close}>
          Batal
        </Button>
      </Group>
    </Stack>
  )
}
