import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { feeNote, quantityText, watermarkOf } from '#contract/billing/rules/paperText.ts'
import { terbilang } from '#contract/billing/rules/terbilang.ts'
import { Billings } from '#src/data/billing.ts'
import { ListPaymentBank } from '#src/data/calls.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { useCan } from '#src/data/session.ts'
import { bulan, rupiah, tanggal, shortTanggal, waktu } from '#src/ui/format/format.ts'
import { breakable } from '#src/ui/print/listPaperText.ts'
import { Paper, PaperPicture, PrintScreen, WideTable } from '#src/ui/print/print.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import type { Bill } from './-bill.tsx'
import { BillSums, ItemNote, useSheetNames, useReceipts, type Alokasi } from './-parts.tsx'

export const Route = createFileRoute('/_app/billing/download')({
  ...recordRoute(
    () => import('#src/data/billing.ts').then((m) => m.Billings),
    'items,alokasi,akun_billing,gedung,denda',
  ),
  component: BillingPrint,
})

function BillingPrint() {
  const { id } = Route.useSearch()
  return (
    <PrintScreen pdf={() => Billings.pdf(id)}>
      <BillingSheet id={id} />
    </PrintScreen>
  )
}

const BillingSheet = ({ id }: { id: number }) => {
  const bill = Billings.useView(id, 'items,alokasi,akun_billing,gedung,denda')
  const live = (bill.alokasi ?? []).filter((a) => !a.void_at)
  return (
    <Paper
      watermark={watermarkOf(bill)}
      outlet={bill.gedung}
      aside={
        <>
          <h2>TAGIHAN</h2>
          <p>{bill.nomor ?? 'Draft'}</p>
        </>
      }
      foot={`TAGIHAN ${bill.nomor ?? 'Draft'} · ${bill.nama_tagihan}`}
    >
      <BillHead bill={bill} />
      <ItemTable bill={bill} />
      <BillSums bill={bill} />
      <p className="terbilang">Terbilang: {terbilang(bill.total)}</p>
      {(bill.denda ?? [])
        .filter((fee) => fee.status === 'ditagih' && fee.sisa > 0)
        .map((fee) => (
          <p key={fee.id}>{feeNote(fee)}</p>
        ))}
      {live.length > 0 && <PaymentList bill={bill} live={live} />}
      {!bill.void_at && bill.sisa > 0 && <RekeningList bill={bill} />}
      {bill.catatan && (
        <section className="keep">
          <h3>Catatan</h3>
          <p style={{ whiteSpace: 'pre-line' }}>{bill.catatan}</p>
        </section>
      )}
    </Paper>
  )
}

/** Whom it is for, and its days. */
const BillHead = ({ bill }: { bill: Bill }) => (
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
      <dt>Tanggal terbit</dt>
      <dd>{tanggal(bill.tanggal_terbit) || '–'}</dd>
      <dt>Jatuh tempo</dt>
      <dd>
        <b>{tanggal(bill.jatuh_tempo)}</b>
      </dd>
      {bill.periode && (
        <>
          <dt>Periode</dt>
          <dd>{bulan(bill.periode)}</dd>
        </>
      )}
      {bill.void_at && (
        <>
          <dt>Dibatalkan</dt>
          <dd>
            {waktu(bill.void_at, bill.gedung?.zona_waktu)}: {bill.void_alasan}
          </dd>
        </>
      )}
    </dl>
  </div>
)

const ItemTable = ({ bill }: { bill: Bill }) => {
  const names = useSheetNames((bill.items ?? []).map((i) => i.peserta_id))
  const diskon = bill.total_diskon > 0
  const ppn = bill.total_ppn > 0
  return (
    <WideTable aria-label="Baris tagihan">
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Deskripsi</th>
          <th scope="col" className="right">
            Jumlah
          </th>
          <th scope="col" className="right">
            Harga
          </th>
          {diskon && (
            <th scope="col" className="right">
              Diskon
            </th>
          )}
          {ppn && (
            <th scope="col" className="right">
              PPN
            </th>
          )}
          <th scope="col" className="right">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {(bill.items ?? []).map((item, i) => (
          <tr key={item.id}>
            <td>{i + 1}</td>
            <td>
              {breakable(item.deskripsi)}
              <ItemNote item={item} names={names} />
            </td>
            <td className="right">{quantityText(item)}</td>
            <td className="right">{rupiah(item.harga_satuan)}</td>
            {diskon && <td className="right">{item.diskon > 0 ? rupiah(-item.diskon) : '–'}</td>}
            {ppn && <td className="right">{rupiah(item.ppn)}</td>}
            <td className="right">{rupiah(item.jumlah)}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}

/** A part of the saldo, or a receipt that this person may not read. */
const unreadReceipt = (a: Alokasi) => (a.payment_id === null ? 'Saldo' : 'Pembayaran')
const PaymentList = ({ bill, live }: { bill: Bill; live: readonly Alokasi[] }) => {
  const receipts = useReceipts(live)
  const metode = useMetode()
  return (
    <section className="keep">
      <h3>Pembayaran</h3>
      <WideTable aria-label="Pembayaran">
        <tbody>
          {live.map((a) => {
            const receipt = a.payment_id === null ? undefined : receipts.get(a.payment_id)
            return (
              <tr key={a.id}>
                <td>
                  {receipt
                    ? shortTanggal(receipt.tanggal)
                    : waktu(a.created_at, bill.gedung?.zona_waktu)}
                </td>
                <td>
                  {receipt
                    ? `${receipt.nomor} · ${metode.label(receipt.metode)}`
                    : unreadReceipt(a)}
                </td>
                <td className="right">{rupiah(a.jumlah)}</td>
              </tr>
            )
          })}
        </tbody>
      </WideTable>
    </section>
  )
}

/** The accounts to pay to, for those who may read them. */
const RekeningList = ({ bill }: { bill: Bill }) => {
  const allowed = useCan('user/list-payment-bank')
  const banks =
    ListPaymentBank.useMaybe({ id: bill.akun_billing_id }, { enabled: allowed }).data?.filter(
      (b) => b.tampil_di_tagihan,
    ) ?? []
  if (banks.length === 0) return null
  return (
    <section className="keep">
      <h3>Pembayaran ke</h3>
      <WideTable aria-label="Rekening pembayaran">
        <tbody>
          {banks.map((b) => (
            <tr key={b.id}>
              <td>
                <b>{b.nama_bank}</b>
              </td>
              <td>{b.no_rekening}</td>
              <td>a.n. {b.atas_nama}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      {banks.map(
        ({ id, gambar, nama_bank }) =>
          gambar !== null && (
            <PaperPicture
              key={id}
              id={gambar}
              className="paperCode"
              alt={`Kode QRIS ${nama_bank}`}
            />
          ),
      )}
    </section>
  )
}
