/** Questions about values that a bank statement file lacks, asked before anything is stored. */
import '@mantine/core/styles/Radio.layer.css'
import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { StatementMapping } from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import type { Trial } from '#src/routes/_app/mutasi-bank/-importRun.ts'

type Question = Trial['pertanyaan'][number]

const Examples = ({ rows }: { rows: Question['contoh'] }) => (
  <Table fz="sm" withTableBorder my="xs">
    <Table.Tbody>
      {rows.map((row) => (
        <Table.Tr key={row.baris}>
          <Table.Td c="dimmed" style={{ whiteSpace: 'nowrap', width: '1%' }}>
            {`Baris ${row.baris}`}
          </Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{row.teks}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

/** Form with the questions of a trial run. `again` repeats the trial run with the answers. */
export const Questions = ({
  trial,
  again,
  busy,
}: {
  trial: Trial
  again: (mapping: StatementMapping) => void
  busy: boolean
}) => {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const open = trial.pertanyaan.filter((question) => answers[question.jenis] === undefined)
  const answer = () => {
    const changes = trial.pertanyaan.map(
      ({ jenis, pilihan }) => pilihan[Number(answers[jenis])]?.ubah ?? {},
    )
    again(Object.assign({}, trial.pemetaan, ...changes))
  }
  return (
    <Stack>
      {trial.pertanyaan.map(({ jenis, pesan, contoh, pilihan }) => (
        <div key={jenis}>
          <Radio.Group
            label={pesan}
            value={answers[jenis] ?? ''}
            onChange={(value) => setAnswers({ ...answers, [jenis]: value })}
          >
            {contoh.length > 0 && <Examples rows={contoh} />}
            <Stack gap="xs" mt="xs">
              {pilihan.map(({ label }, i) => (
                <Radio key={label} value={String(i)} label={label} />
              ))}
            </Stack>
          </Radio.Group>
        </div>
      ))}
      <Group>
        <Button loading={busy} disabled={open.length > 0} onClick={answer}>
          Periksa dengan jawaban ini
        </Button>
        {open.length > 0 && (
          <Text size="sm" c="dimmed" m={0}>
            {trial.pertanyaan.length === 1
              ? 'Pilih satu jawaban dahulu.'
              : `${open.length} pertanyaan belum dijawab.`}
          </Text>
        )}
      </Group>
    </Stack>
  )
}
