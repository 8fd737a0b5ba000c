import { Box, Button, Group, Input, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Banks } from '#src/data/resources/bank.ts'
import { MappingForm } from '#src/routes/_app/mutasi-bank/-importMapping.tsx'
import { Figures, Preview, Warnings } from '#src/routes/_app/mutasi-bank/-importPreview.tsx'
import { Questions } from '#src/routes/_app/mutasi-bank/-importQuestions.tsx'
import {
  useStatementImport,
  type ImportWork,
  type Trial,
} from '#src/routes/_app/mutasi-bank/-importRun.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { Steps } from '#src/ui/feedback/Steps.tsx'
import { FileDrop } from '#src/ui/form/file/FileDrop.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

export const Route = createFileRoute('/_app/mutasi-bank/import')({ component: StatementImport })

/**
 * Maximum size of a file in MB, equal to the limit of the server
 * (server/modules/billing/mutasiBank/import.ts).
 */
const maxMb = 10
const sheets = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv', '.txt'],
}
const steps = ['Rekening dan berkas', 'Periksa', 'Hasil']
const stepOf = (trial: Trial | undefined, result: Trial | undefined): number => {
  if (result) return 2
  return trial ? 1 : 0
}

/** Texts that explain the source of the column mapping in a trial run. */
const origins = {
  diberikan: 'Kolom dibaca menurut pilihan Anda.',
  terakhir: 'Kolom dibaca seperti pada impor terakhir rekening ini.',
  dikenali: 'Kolom dikenali dari judulnya: periksa apakah benar.',
  belum_dikenali: 'Kolom tidak dikenali dari judulnya: pilih di bawah, lalu periksa ulang.',
}

const FileStep = ({
  bank,
  setBank,
  part,
  problem,
  take,
  refuse,
}: {
  bank: number | undefined
  setBank: (id: number | undefined) => void
} & Pick<ImportWork, 'part' | 'problem' | 'take' | 'refuse'>) => {
  const field = useId()
  const { data: banks } = useQuery(Banks.queries.pilihan())
  return (
    <Panel>
      <Stack maw="36rem">
        <NativeSelect
          label="Rekening"
          required
          value={String(bank ?? '')}
          onChange={(e) =>
            setBank(e.currentTarget.value ? Number(e.currentTarget.value) : undefined)
          }
          data={[
            { value: '', label: banks ? '– pilih –' : 'Memuat …' },
            ...(banks ?? []).map((b) => ({
              value: String(b.id),
              label: [b.label, b.keterangan].filter(Boolean).join(' '),
            })),
          ]}
        />
        <Input.Wrapper
          id={field}
          label="Berkas mutasi"
          description={`CSV atau XLSX dari internet banking, paling besar ${maxMb} MB. Baris yang sudah ada tidak masuk dua kali.`}
          error={problem}
        >
          <Box my={2}>
            {part === undefined ? (
              <FileDrop
                text="Pilih atau jatuhkan berkas CSV atau XLSX"
                accept={sheets}
                maxMb={maxMb}
                inWords="berkas CSV atau XLSX"
                take={take}
                refuse={refuse}
                input={{ id: field, 'aria-invalid': problem ? true : undefined }}
              />
            ) : (
              <Progress
                label="Mengirim berkas"
                value={Math.round(part * 100)}
                max={100}
                unit="persen"
              />
            )}
          </Box>
        </Input.Wrapper>
      </Stack>
    </Panel>
  )
}

const TrialStep = ({ trial, run, again, reset, part, problem }: ImportWork & { trial: Trial }) => (
  <>
    <Panel title="Hasil pemeriksaan">
      <Stack>
        <Text m={0} role="status">
          {`${trial.nama_berkas}: belum ada yang disimpan. ${origins[trial.asal_pemetaan]}`}
        </Text>
        <Figures trial={trial} />
        <Warnings trial={trial} />
        {trial.baru === 0 && trial.ada > 0 && (
          <Note>Semua baris berkas ini sudah ada: tidak ada yang perlu diimpor.</Note>
        )}
        {problem && (
          <Note tone="red" role="alert">
            {problem}
          </Note>
        )}
        {trial.pertanyaan.length > 0 && (
          <Note tone="orange" role="alert">
            Jawab dahulu yang perlu dipastikan di bawah: sebelum itu tidak ada baris yang diimpor.
          </Note>
        )}
        <Group gap="0.6rem">
          <Button
            loading={part !== undefined}
            disabled={trial.baru === 0 || trial.pertanyaan.length > 0}
            onClick={run}
          >
            Impor {numberText(trial.baru)} baris
          </Button>
          <Button variant="default" onClick={reset}>
            Pilih berkas lain
          </Button>
        </Group>
      </Stack>
    </Panel>
    {trial.pertanyaan.length > 0 && (
      <Panel title="Yang perlu dipastikan">
        <Questions
          key={JSON.stringify(trial.pertanyaan)}
          trial={trial}
          again={again}
          busy={part !== undefined}
        />
      </Panel>
    )}
    <Panel title="Kolom">
      <MappingForm
        key={JSON.stringify(trial.pemetaan)}
        trial={trial}
        again={again}
        busy={part !== undefined}
      />
    </Panel>
    <Panel title="Baris">
      <Preview trial={trial} />
    </Panel>
  </>
)

function StatementImport() {
  const navigate = useNavigate()
  const [bank, setBank] = useState<number>()
  const work = useStatementImport(bank)
  const { trial, result } = work
  return (
    <>
      <PageTitle />
      <Steps labels={steps} now={stepOf(trial, result)} />
      {!trial && <FileStep bank={bank} setBank={setBank} {...work} />}
      {trial && !result && <TrialStep {...work} trial={trial} />}
      {result && (
        <Panel title="Hasil impor">
          <Stack>
            <Text m={0} role="status">
              {`${numberText(result.baru)} baris dari ${result.nama_berkas} diimpor dan menunggu dicocokkan.`}
            </Text>
            <Figures trial={result} />
            <Group gap="0.6rem">
              <Button
                onClick={() =>
                  void navigate({
                    to: '/mutasi-bank',
                    search: { status: 'belum', bank_id: String(bank) },
                  })
                }
              >
                Lihat dan cocokkan
              </Button>
              <Button variant="default" onClick={work.reset}>
                Impor berkas lain
              </Button>
            </Group>
          </Stack>
        </Panel>
      )}
    </>
  )
}
