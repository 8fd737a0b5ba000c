/**
 * Form in which the user assigns the columns of a bank statement file to fields, beside the first
 * lines of the file.
 */
import { Box, Button, NativeSelect, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { StatementMapping } from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import type { Trial } from '#src/routes/_app/mutasi-bank/-importRun.ts'

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(11rem, 100%), 1fr))',
  gap: '0.75rem 1rem',
}
/** Returns the spreadsheet letter of a column: A for 0, AA for 26. */
const letterOf = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : `${letterOf(Math.floor(column / 26) - 1)}${letterOf(column % 26)}`

type ColumnField = 'referensi' | 'debit' | 'kredit' | 'jumlah' | 'tanda' | 'saldo'
const optionalColumns: readonly (readonly [ColumnField, string])[] = [
  ['debit', 'Debit (keluar)'],
  ['kredit', 'Kredit (masuk)'],
  ['jumlah', 'Jumlah (satu kolom)'],
  ['tanda', 'Tanda DB/CR'],
  ['referensi', 'Referensi'],
  ['saldo', 'Saldo'],
]
const none = ''

/**
 * Table with the first lines of the file, in their original form. The header shows the letter of
 * each column.
 */
const Head = ({ trial }: { trial: Trial }) => (
  <Box style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Awal berkas">
    <Table fz="xs" withTableBorder withColumnBorders style={{ whiteSpace: 'nowrap' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Baris</Table.Th>
          {Array.from({ length: trial.kolom }, (_, i) => (
            <Table.Th key={letterOf(i)}>{letterOf(i)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {trial.kepala.map((row) => (
          <Table.Tr key={row.baris} fw={row.baris === trial.pemetaan.baris_judul ? 700 : undefined}>
            <Table.Td>{row.baris}</Table.Td>
            {row.sel.map((cell, i) => (
              <Table.Td key={letterOf(i)}>{cell}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Box>
)

/** Form of the column mapping. `again` repeats the trial run with the chosen mapping. */
export const MappingForm = ({
  trial,
  again,
  busy,
}: {
  trial: Trial
  again: (mapping: StatementMapping) => void
  busy: boolean
}) => {
  const [mapping, setMapping] = useState(trial.pemetaan)
  const title = trial.kepala.find((row) => row.baris === mapping.baris_judul)
  const columns = Array.from({ length: trial.kolom }, (_, i) => ({
    value: String(i),
    label: [letterOf(i), title?.sel[i]].filter(Boolean).join(': '),
  }))
  const set = (change: Partial<StatementMapping>) => setMapping({ ...mapping, ...change })
  const numberOf = (text: string) => (text === none ? null : Number(text))
  const [first, second] = mapping.keterangan
  const describe = (a: number | null, b: number | null) =>
    set({ keterangan: [a, b, ...mapping.keterangan.slice(2)].filter((c) => c !== null) })
  return (
    <>
      <Head trial={trial} />
      <Box style={grid} my="md">
        <NativeSelect
          label="Baris judul kolom"
          value={String(mapping.baris_judul)}
          onChange={(e) => set({ baris_judul: Number(e.currentTarget.value) })}
          data={[
            { value: '0', label: 'Tidak ada' },
            ...trial.kepala.map((row) => ({
              value: String(row.baris),
              label: `Baris ${row.baris}`,
            })),
          ]}
        />
        <NativeSelect
          label="Tanggal"
          value={String(mapping.tanggal)}
          onChange={(e) => set({ tanggal: Number(e.currentTarget.value) })}
          data={columns}
        />
        <NativeSelect
          label="Keterangan"
          value={String(first ?? none)}
          onChange={(e) => describe(numberOf(e.currentTarget.value), second ?? null)}
          data={[{ value: none, label: '–' }, ...columns]}
        />
        <NativeSelect
          label="Keterangan tambahan"
          value={String(second ?? none)}
          onChange={(e) => describe(first ?? null, numberOf(e.currentTarget.value))}
          data={[{ value: none, label: '–' }, ...columns]}
        />
        {optionalColumns.map(([field, label]) => (
          <NativeSelect
            key={field}
            label={label}
            value={String(mapping[field] ?? none)}
            onChange={(e) => set({ [field]: numberOf(e.currentTarget.value) })}
            data={[{ value: none, label: '–' }, ...columns]}
          />
        ))}
        <NativeSelect
          label="Urutan tanggal"
          value={mapping.urutan_tanggal}
          onChange={(e) =>
            set({
              urutan_tanggal: orders.find((o) => o.value === e.currentTarget.value)?.value ?? 'dmy',
            })
          }
          data={orders.map((o) => ({ ...o }))}
        />
        <NativeSelect
          label="Tanda desimal"
          value={mapping.desimal}
          onChange={(e) => set({ desimal: e.currentTarget.value === 'koma' ? 'koma' : 'titik' })}
          data={[
            { value: 'titik', label: 'Titik: 350,000.00' },
            { value: 'koma', label: 'Koma: 350.000,00' },
          ]}
        />
        <NativeSelect
          label="Jumlah tanpa tanda"
          value={mapping.tanpa_tanda ?? none}
          onChange={(e) =>
            set({
              tanpa_tanda: unsigned.find((o) => o.value === e.currentTarget.value)?.value ?? null,
            })
          }
          data={[{ value: none, label: 'Tanyakan' }, ...unsigned.map((o) => ({ ...o }))]}
        />
      </Box>
      <Text size="sm" c="dimmed" mb="xs">
        Pilihan ini disimpan untuk rekening ini bersama impornya.
      </Text>
      <Button variant="default" loading={busy} onClick={() => again(mapping)}>
        Periksa ulang
      </Button>
    </>
  )
}
const orders = [
  { value: 'dmy', label: 'Hari/bulan/tahun' },
  { value: 'mdy', label: 'Bulan/hari/tahun' },
  { value: 'ymd', label: 'Tahun/bulan/hari' },
] as const
const unsigned = [
  { value: 'masuk', label: 'Uang masuk' },
  { value: 'keluar', label: 'Uang keluar' },
  { value: 'lewati', label: 'Lewati barisnya' },
] as const
