/**
 * Section of the bill record that lists the credit notes of the bill, each with a download of its
 * PDF.
 */
import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { saveCreditNote } from '#src/data/calls.ts'
import { MutasiSaldos } from '#src/data/resources/mutasiSaldo.ts'
import { showFailure } from '#src/state/feedback.ts'
import { rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/** Button that downloads the PDF of a credit note. `id`: id of the entry in the credit ledger. */
export const NoteButton = ({ id, nomor }: { id: number; nomor: string }) => {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveCreditNote(id)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group component="span" gap="0.5rem" style={{ display: 'inline-flex' }}>
      <PlaceLink to="/nota-kredit/print" search={{ id }} aria-label={`Cetak nota kredit ${nomor}`}>
        Cetak
      </PlaceLink>
      <Button
        variant="default"
        size="compact-sm"
        loading={busy}
        leftSection={<IconDownload size={14} aria-hidden />}
        aria-label={`Unduh nota kredit ${nomor}`}
        onClick={() => void save()}
      >
        Unduh PDF
      </Button>
    </Group>
  )
}

export const CreditNotes = ({ id }: { id: number }) => {
  const search = { billing_id: String(id), jenis: 'nota_kredit', 'per-page': 50 }
  const { data } = useQuery(MutasiSaldos.queries.list(search))
  const notes = (data?.rows ?? []).filter((note) => note.nomor !== null)
  if (!data) return null
  if (notes.length === 0) return <Text c="dimmed">Belum ada nota kredit</Text>
  return (
    <DataTable
      caption="Nota kredit"
      rows={notes}
      rowKey={(note) => note.id}
      columns={[
        { label: 'Nomor', cell: (note) => note.nomor },
        { label: 'Tanggal', cell: (note) => shortTanggal(note.tanggal) },
        { label: 'Alasan', cell: (note) => note.alasan },
        { label: 'Jumlah', right: true, cell: (note) => rupiah(note.jumlah) },
        { label: 'Lembar', cell: (note) => <NoteButton id={note.id} nomor={note.nomor ?? ''} /> },
      ]}
    />
  )
}
