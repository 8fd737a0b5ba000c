import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import type { mutasiSaldo } from '#contract/billing/mutasiSaldo.ts'
import { creditedText, creditEffect } from '#contract/billing/rules/creditNoteText.ts'
import { terbilang } from '#contract/billing/rules/terbilang.ts'
import type { Row } from '#contract/resource.ts'
import { saveCreditNote } from '#src/data/calls.ts'
import { ApiError } from '#src/data/http.ts'
import { MutasiSaldos } from '#src/data/mutasiSaldo.ts'
import { rupiah, tanggal } from '#src/ui/format/format.ts'
import { Paper, PrintScreen, WideTable } from '#src/ui/print/print.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

const expand = 'tagihan'
export const Route = createFileRoute('/_app/nota-kredit/print')({
  ...recordRoute(() => import('#src/data/mutasiSaldo.ts').then((m) => m.MutasiSaldos), expand),
  component: CreditNotePrint,
})

function CreditNotePrint() {
  const { id } = Route.useSearch()
  return (
    <PrintScreen pdf={() => saveCreditNote(id)}>
      <Sheet id={id} />
    </PrintScreen>
  )
}
const Sheet = ({ id }: { id: number }) => {
  const note = MutasiSaldos.useView(id, expand)
  // Another entry of the ledger has no such paper.
  if (!note.tagihan) throw new ApiError(404, 'Nota kredit tidak ditemukan')
  return <CreditNotePaper note={note} bill={note.tagihan} />
}

type Entry = Row<typeof mutasiSaldo>
type CreditedBill = NonNullable<Entry['tagihan']>

const CreditNotePaper = ({ note, bill }: { note: Entry; bill: CreditedBill }) => (
  <Paper
    outlet={bill.gedung}
    // The bill that was too high is owed no more at all: the note went with it.
    watermark={bill.void_at === null ? undefined : 'BATAL'}
    aside={
      <>
        <h2>NOTA KREDIT</h2>
        <p>{note.nomor}</p>
      </>
    }
    foot={`NOTA KREDIT ${note.nomor} · ${bill.nama_tagihan}`}
  >
    <div className="halves">
      <div>
        <Text inherit c="dimmed">
          Kepada
        </Text>
        <p>
          <b>{bill.nama_tagihan}</b>
        </p>
        {bill.alamat && <p style={{ whiteSpace: 'pre-line' }}>{bill.alamat}</p>}
      </div>
      <dl className="pairs">
        <dt>Tanggal</dt>
        <dd>{tanggal(note.tanggal)}</dd>
        <dt>Atas tagihan</dt>
        <dd>
          <b>{bill.nomor ?? '–'}</b>
        </dd>
        <dt>Tanggal terbit</dt>
        <dd>{tanggal(bill.tanggal_terbit) || '–'}</dd>
        {bill.void_at !== null && (
          <>
            <dt>Status</dt>
            <dd>Batal bersama tagihannya</dd>
          </>
        )}
      </dl>
    </div>
    <WideTable aria-label="Nota kredit">
      <thead>
        <tr>
          <th scope="col">Keterangan</th>
          <th scope="col" className="right">
            Jumlah
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            {creditedText(bill)}
            {note.alasan && (
              <Text inherit c="dimmed" fz="0.9em">
                {note.alasan}
              </Text>
            )}
          </td>
          <td className="right">{rupiah(note.jumlah)}</td>
        </tr>
      </tbody>
    </WideTable>
    <table className="sums">
      <tbody>
        <tr className="strong">
          <th scope="row">Nota kredit</th>
          <td className="right">{rupiah(note.jumlah)}</td>
        </tr>
      </tbody>
    </table>
    <p className="terbilang">Terbilang: {terbilang(note.jumlah)}</p>
    <p style={{ marginTop: '4mm' }}>{creditEffect}</p>
  </Paper>
)
