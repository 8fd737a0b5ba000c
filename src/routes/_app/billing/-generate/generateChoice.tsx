/** Step 1 of bill generation: choice of month, outlets and mode. */
import { Button, Flex, Group, NativeSelect } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ModeTagihan } from '#contract/enums.ts'
import { outsideWindow } from '#contract/values/dateWindow.ts'
import { addMonths, currentDay } from '#contract/values/tanggal.ts'
import { knownWindow } from '#src/data/dateWindow.ts'
import { Billings } from '#src/data/resources/billing.ts'
import type { GenerateInput } from '#src/routes/_app/billing/-generate/generateRun.ts'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { Pickers } from '#src/ui/form/pickers/Pickers.tsx'
import { bulan } from '#src/ui/format/format.ts'
import { Panel } from '#src/ui/record/Panel.tsx'

const now = currentDay().slice(0, 7)
const months = Array.from({ length: 10 }, (_, i) => addMonths(now, i - 3))
/** Returns the number of bills that bill generation has already made for a month. */
const useMade = (periode: string) =>
  useSuspenseQuery(Billings.queries.total({ periode, sumber: 'generate', batal: '0' })).data
    .jumlah_baris ?? 0

export const GenerateChoice = ({
  initial,
  next,
}: {
  initial: Partial<GenerateInput>
  next: (input: GenerateInput) => void
}) => {
  const nextMonth = addMonths(now, 1)
  const billCounts = { [now]: useMade(now), [nextMonth]: useMade(nextMonth) }
  const [periode, setPeriode] = useState(
    initial.periode ?? (billCounts[now] === 0 || billCounts[nextMonth] !== 0 ? now : nextMonth),
  )
  const [gedung, setGedung] = useState(initial.gedung_id ?? [])
  const [mode, setMode] = useState(initial.mode)
  const window = knownWindow()
  const offered = months.filter((m) => !window || outsideWindow(window, m) === undefined)
  const options = offered.includes(periode) ? offered : [periode, ...offered]
  return (
    <Panel>
      <Flex
        component="form"
        direction="column"
        gap="md"
        onSubmit={(e) => {
          e.preventDefault()
          next({ periode, gedung_id: gedung.length > 0 ? gedung : undefined, mode })
        }}
      >
        <Fields>
          <NativeSelect
            label="Periode"
            required
            value={periode}
            onChange={(e) => setPeriode(e.currentTarget.value)}
            data={options.map((m) => ({
              value: m,
              label: billCounts[m] ? `${bulan(m)} (sudah ${billCounts[m]} tagihan)` : bulan(m),
            }))}
          />
          <Pickers
            label="Outlet"
            resource="gedung"
            description="Jika dikosongkan, semua outlet"
            value={gedung}
            onChange={setGedung}
          />
          <NativeSelect
            label="Mode"
            value={mode ?? ''}
            onChange={(e) =>
              setMode(ModeTagihan.options.find((o) => o.value === e.currentTarget.value)?.value)
            }
            data={[
              { value: '', label: 'Sesuai pengaturan sekolah' },
              ...ModeTagihan.options.map(({ value, label }) => ({ value, label })),
            ]}
          />
        </Fields>
        <Group justify="flex-end" gap="0.6rem" pt="xs">
          <Button type="submit">Lihat pratinjau</Button>
        </Group>
      </Flex>
    </Panel>
  )
}
