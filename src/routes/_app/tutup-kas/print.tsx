import { createFileRoute } from '@tanstack/react-router'
import { cashSums, coveredDays } from '#contract/billing/rules/tillText.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { TutupKas } from '#src/data/tutupKas.ts'
import type { Closing } from '#src/routes/_app/tutup-kas/-closing.tsx'
import { lineKey, voidedText, type Line } from '#src/routes/_app/tutup-kas/-lines.tsx'
import { numberText, rupiah, waktu } from '#src/ui/format/format.ts'
import { Paper, PrintScreen, WideTable } from '#src/ui/print/print.tsx'
import { Signers } from '#src/ui/print/Slip.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

const expand = 'gedung,penutup,pembuka,rincian,lembaran'
export const Route = createFileRoute('/_app/tutup-kas/print')({
  ...recordRoute(() => import('#src/data/tutupKas.ts').then((m) => m.TutupKas), expand),
  component: ClosingPrint,
})

function ClosingPrint() {
  const { id } = Route.useSearch()
  return (
    <PrintScreen pdf={() => TutupKas.pdf(id, 'A4')}>
      <Sheet id={id} />
    </PrintScreen>
  )
}
const Sheet = ({ id }: { id: number }) => <ClosingPaper closing={TutupKas.useView(id, expand)} />

const Lines = ({ lines }: { lines: readonly Line[] }) => {
  const metode = useMetode()
  return (
    <WideTable aria-label="Penerimaan">
      <thead>
        <tr>
          <th scope="col">Cara bayar</th>
          <th scope="col">Diterima oleh</th>
          <th scope="col" className="right">
            Banyak
          </th>
          <th scope="col" className="right">
            Jumlah
          </th>
          <th scope="col" className="right">
            Dibatalkan
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={lineKey(line)}>
            <td>{metode.withBank(line.metode, line.bank)}</td>
            <td>{line.penerima}</td>
            <td className="right">{numberText(line.banyak)}</td>
            <td className="right">{rupiah(line.jumlah)}</td>
            <td className="right">{voidedText(line)}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}

const Sums = ({ closing }: { closing: Closing }) => {
  const rows = [
    ...cashSums(closing).map(({ label, amount }) => ({
      label,
      amount,
      strong: label === 'Seharusnya',
    })),
    { label: 'Dihitung', amount: closing.dihitung, strong: true },
    { label: 'Selisih', amount: closing.selisih, strong: true },
    { label: 'Disetor', amount: closing.disetor, strong: false },
    { label: 'Sisa di laci', amount: closing.sisa_kas, strong: false },
  ]
  return (
    <table className="sums">
      <tbody>
        {rows.map(({ label, amount, strong }) => (
          <tr key={label} className={strong ? 'strong' : undefined}>
            <th scope="row">{label}</th>
            <td className="right">{rupiah(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Notes = ({ notes }: { notes: NonNullable<Closing['lembaran']> }) =>
  notes.length === 0 ? null : (
    <table className="keep" style={{ marginTop: '5mm' }}>
      <thead>
        <tr>
          <th scope="col">Pecahan</th>
          <th scope="col" className="right">
            Banyak
          </th>
          <th scope="col" className="right">
            Jumlah
          </th>
        </tr>
      </thead>
      <tbody>
        {notes
          .toSorted((a, b) => b.nilai - a.nilai)
          .map(({ nilai, lembar }) => (
            <tr key={nilai}>
              <td>{rupiah(nilai)}</td>
              <td className="right">{numberText(lembar)}</td>
              <td className="right">{rupiah(nilai * lembar)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )

const ClosingPaper = ({ closing }: { closing: Closing }) => {
  const { gedung, dibuka_at } = closing
  const days = coveredDays(closing)
  return (
    <Paper
      outlet={gedung}
      watermark={dibuka_at ? 'DIBUKA' : undefined}
      aside={
        <>
          <h2>TUTUP KAS</h2>
          <div>{days}</div>
        </>
      }
      foot={`Tutup kas ${gedung?.nama ?? ''}, ${days}`}
    >
      <Lines lines={closing.rincian ?? []} />
      <Sums closing={closing} />
      <Notes notes={closing.lembaran ?? []} />
      <div className="keep" style={{ marginTop: '4mm' }}>
        {closing.keterangan_kas && <p>Kas lain: {closing.keterangan_kas}</p>}
        {closing.alasan_selisih && <p>Alasan selisih: {closing.alasan_selisih}</p>}
        {closing.catatan && <p>Catatan: {closing.catatan}</p>}
        {dibuka_at && (
          <p>
            Dibuka kembali {waktu(dibuka_at, gedung?.zona_waktu)} oleh {closing.pembuka?.name}:{' '}
            {closing.dibuka_alasan}
          </p>
        )}
      </div>
      <Signers
        of={[
          {
            as: 'Yang menutup',
            name: closing.penutup?.name,
            above: waktu(closing.created_at, gedung?.zona_waktu),
          },
          { as: 'Mengetahui' },
        ]}
      />
    </Paper>
  )
}
