import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ModeImpor } from '#contract/enums.ts'
import { importable } from '#contract/import/importKeys.ts'
import { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { uploadFile } from '#src/data/api/upload.ts'
import type { ImporJob, NamaImpor } from '#src/data/import.ts'
import { useCan } from '#src/data/session/session.ts'
import { DownloadPair } from '#src/ui/import/DownloadPair.tsx'
import { FileChoice } from '#src/ui/import/FileChoice.tsx'
import { useImpor } from '#src/ui/import/importContext.ts'

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
const problemOf = (failure: unknown): string =>
  failure instanceof ApiError
    ? (failure.fields[0]?.message ?? failure.message)
    : 'Berkas gagal dikirim'

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
  const [mode, setMode] = useState<string>(ModeImpor.options[0]?.value ?? 'tambah')
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const template = useCan(`${nama}/template`)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (file: File) => {
    const run = (running.current = new AbortController())
    setProblem(undefined)
    setPart(0)
    try {
      const job = await uploadFile<ImporJob>(calls.path, file, file.name, {
        fields: { mode, pratinjau: '1' },
        signal: run.signal,
        onProgress: setPart,
      })
      queryClient.setQueryData(calls.query(job.id).queryKey, job)
      open(job.id)
    } catch (failure) {
      if (!run.signal.aborted) setProblem(problemOf(failure))
    } finally {
      if (running.current === run) setPart(undefined)
    }
  }
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
        part={part}
        problem={problem}
        take={(file) => void send(file)}
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
