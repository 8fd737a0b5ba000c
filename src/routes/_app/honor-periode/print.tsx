import { createFileRoute } from '@tanstack/react-router'
import { terbilang } from '#contract/billing/rules/terbilang.ts'
import { StatusHonor } from '#contract/schedule/honorEnums.ts'
import { HonorPeriodes } from '#src/data/honor.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import type { Honor } from '#src/routes/_app/honor-periode/-honor.tsx'
import { bulan, rupiah, shortTanggal, tanggal } from '#src/ui/format/format.ts'
import { Paper, PrintScreen, WideTable } from '#src/ui/print/print.tsx'
import { Signers, SlipFacts } from '#src/ui/print/Slip.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

/** A line of the paper each: a month of lessons is dozens. */
const whole = { whiteSpace: 'nowrap' } as const
const expand = 'pelatih,gedung,bank,pemfinal,baris'
export const Route = createFileRoute('/_app/honor-periode/print')({
  ...recordRoute(() => import('#src/data/honor.ts').then((m) => m.HonorPeriodes), expand),
  component: SlipPrint,
})

function SlipPrint() {
  const { id } = Route.useSearch()
  return (
    <PrintScreen pdf={() => HonorPeriodes.pdf(id)}>
      <Sheet id={id} />
    </PrintScreen>
  )
}
const Sheet = ({ id }: { id: number }) => <Slip honor={HonorPeriodes.useView(id, expand)} />

const Slip = ({ honor }: { honor: Honor }) => {
  const metode = useMetode()
  const baris = honor.baris ?? []
  const total = baris.reduce((sum, line) => sum + line.jumlah, 0)
  const month = bulan(honor.periode)
  return (
    <Paper
      outlet={honor.gedung}
      watermark={honor.status === 'draft' ? 'DRAFT' : undefined}
      aside={
        <>
          <h2>SLIP HONOR</h2>
          <div>{month}</div>
        </>
      }
      foot={`Slip Honor ${honor.pelatih?.name ?? ''}, ${month}`}
    >
      <SlipFacts>
        <dt>Guru</dt>
        <dd>
          <b>{honor.pelatih?.name}</b>
        </dd>
        <dt>Periode</dt>
        <dd>{month}</dd>
        <dt>Status</dt>
        <dd>{StatusHonor.label(honor.status)}</dd>
        {honor.tanggal_bayar && honor.metode !== null && (
          <>
            <dt>Dibayar</dt>
            <dd>
              {tanggal(honor.tanggal_bayar)}, {metode.withBank(honor.metode, honor.bank?.nama_bank)}
              {honor.referensi && `, ref. ${honor.referensi}`}
            </dd>
          </>
        )}
      </SlipFacts>
      <WideTable aria-label="Baris honor">
        <thead>
          <tr>
            <th scope="col">Tanggal</th>
            <th scope="col">Uraian</th>
            <th scope="col">Dasar</th>
            <th scope="col" className="right">
              Jumlah
            </th>
          </tr>
        </thead>
        <tbody>
          {baris.map((line) => (
            <tr key={line.pertemuan_id ?? 0}>
              <td style={whole}>{shortTanggal(line.tanggal)}</td>
              <td data-label="Uraian">
                {line.jenis === 'koreksi' ? `Koreksi: ${line.deskripsi}` : line.deskripsi}
              </td>
              <td data-label="Dasar" style={whole}>
                {line.dasar}
              </td>
              <td data-label="Jumlah" className="right">
                {rupiah(line.jumlah)}
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      <table className="sums">
        <tbody>
          <tr className="strong">
            <th scope="row">Total</th>
            <td className="right">{rupiah(total)}</td>
          </tr>
        </tbody>
      </table>
      {total >= 0 && <p className="keep">Terbilang: {terbilang(total)}</p>}
      <Signers
        of={[
          { as: 'Menyetujui', name: honor.pemfinal?.name },
          { as: 'Penerima', name: honor.pelatih?.name },
        ]}
      />
    </Paper>
  )
}
