/** Table with the outcome of each line of a bank statement file, and the totals. */
import { Stack } from '@mantine/core'
import { HasilBaris } from '#contract/billing/mutasiBank/mutasiBankEnums.ts'
import type { Trial } from '#src/routes/_app/mutasi-bank/-importRun.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { numberText, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { Tiles } from '#src/ui/record/Tiles.tsx'

export const Figures = ({ trial }: { trial: Trial }) => (
  <Tiles
    items={[
      ['Baris', numberText(trial.baris)],
      ['Baru', numberText(trial.baru)],
      ['Sudah ada', numberText(trial.ada)],
      ['Dilewati', numberText(trial.dilewati)],
      ['Masuk (baru)', rupiah(trial.masuk)],
      ['Keluar (baru)', rupiah(trial.keluar)],
      [
        'Tanggal',
        trial.dari && trial.sampai
          ? `${shortTanggal(trial.dari)} – ${shortTanggal(trial.sampai)}`
          : '–',
      ],
    ]}
  />
)

/** Warnings of the trial run, shown beside the button that starts the import. */
export const Warnings = ({ trial }: { trial: Trial }) =>
  trial.peringatan.map((warning) => (
    <Note key={warning} tone="orange">
      {warning}
    </Note>
  ))

export const Preview = ({ trial }: { trial: Trial }) => (
  <Stack>
    <DataTable
      caption="Baris berkas"
      empty="Tidak ada baris yang terbaca."
      rows={trial.contoh}
      rowKey={(row) => row.baris}
      columns={[
        { label: 'Baris', cell: (row) => numberText(row.baris) },
        {
          label: 'Hasil',
          cell: (row) => (
            <Badge tone={HasilBaris.tone(row.hasil)}>{HasilBaris.label(row.hasil)}</Badge>
          ),
        },
        { label: 'Tanggal', cell: (row) => (row.tanggal ? shortTanggal(row.tanggal) : '–') },
        {
          label: 'Keterangan',
          cell: (row) => (
            <span style={{ overflowWrap: 'anywhere' }}>
              {row.keterangan}
              {(row.pesan ?? row.referensi) && (
                <Dim style={{ display: 'block', fontSize: '0.8125rem' }}>
                  {row.pesan ?? row.referensi}
                </Dim>
              )}
            </span>
          ),
        },
        { label: 'Masuk', right: true, cell: (row) => (row.masuk ? rupiah(row.masuk) : '–') },
        { label: 'Keluar', right: true, cell: (row) => (row.keluar ? rupiah(row.keluar) : '–') },
      ]}
    />
    {trial.baris > trial.contoh.length && (
      <Dim>
        {`${numberText(trial.contoh.length)} dari ${numberText(trial.baris)} baris diperlihatkan, yang dilewati lebih dahulu.`}
      </Dim>
    )}
  </Stack>
)
