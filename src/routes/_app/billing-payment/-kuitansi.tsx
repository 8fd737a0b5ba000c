/** The receipt on paper (domain.md 0.2, Kwitansi). */
import type { billing } from '#contract/billing/billing.ts'
import { receiptLines } from '#contract/billing/rules/paperText.ts'
import { terbilang } from '#contract/billing/rules/terbilang.ts'
import type { Row } from '#contract/resource.ts'
import { Billings } from '#src/data/billing.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { useCan, useMe } from '#src/data/session.ts'
import type { Payment } from '#src/routes/_app/billing-payment/-paymentActions.tsx'
import { useSheetNames } from '#src/routes/_app/billing/-parts.tsx'
import { rupiah, tanggal } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { Paper } from '#src/ui/print/print.tsx'
import { SignedBy } from '#src/ui/print/Slip.tsx'
import classes from './Kuitansi.module.css'

/** What the money is for, and whom. */
const useLines = (payment: Payment, rows: readonly Row<typeof billing>[]) => {
  const names = useSheetNames(rows.flatMap((bill) => (bill.items ?? []).map((i) => i.peserta_id)))
  return receiptLines(payment, rows, names)
}
type Line = ReturnType<typeof receiptLines>['lines'][number]
const Lines = ({ lines }: { lines: readonly Line[] }) =>
  lines.length === 1 ? (
    lines[0]?.text
  ) : (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {lines.map((l) => (
        <li key={l.id} className={classes.line}>
          <span>{l.text}</span>
          <Num>{rupiah(l.jumlah)}</Num>
        </li>
      ))}
    </ul>
  )

/** The amount from which a stamp is due, unless the school has set another. */
const defaultAmbang = 5_000_000
/** The foot: amount, stamp where one is due, and who signs. */
const Signature = ({ payment, ambang }: { payment: Payment; ambang: number }) => (
  <div className={`${classes.foot} keep`}>
    <div className={classes.amount}>{rupiah(payment.jumlah)}</div>
    {payment.jumlah > ambang && (
      <div className={classes.stamp}>
        Meterai
        <br />
        Rp10.000
      </div>
    )}
    <div className={classes.signature}>
      <SignedBy
        as="Penerima"
        name={payment.penerima?.name}
        above={`${payment.gedung ? `${payment.gedung.kota}, ` : ''}${tanggal(payment.tanggal)}`}
      />
    </div>
  </div>
)

interface Props {
  payment: Payment
  size: 'A4' | 'A5'
}
/** Who may print receipts but not see bills gets the receipt, with the bills' ids alone. */
export const KuitansiPaper = (props: Props) =>
  useCan('billing/index') ? <PaperWithBills {...props} /> : <KuitansiSheet {...props} bills={[]} />

const PaperWithBills = (props: Props) => {
  const { rows } = Billings.useList({
    payment_id: String(props.payment.id),
    expand: 'items',
    'per-page': 100,
  })
  return <KuitansiSheet {...props} bills={rows} />
}

const KuitansiSheet = ({
  payment,
  size,
  bills,
}: Props & { bills: readonly Row<typeof billing>[] }) => {
  const settings = useMe()?.pengaturan
  const metode = useMetode()
  const { lines, students } = useLines(payment, bills)
  const title = typeof settings?.judul_kuitansi === 'string' ? settings.judul_kuitansi : 'KWITANSI'
  const ambang =
    typeof settings?.meterai_ambang === 'number' ? settings.meterai_ambang : defaultAmbang
  return (
    <Paper
      size={size}
      outlet={payment.gedung}
      watermark={payment.void_at ? 'BATAL' : undefined}
      aside={
        <>
          <h2>{title}</h2>
          <div>No. {payment.nomor}</div>
        </>
      }
      foot={`${title} ${payment.nomor}`}
    >
      <dl className={`pairs ${classes.facts}`}>
        <dt>Sudah terima dari</dt>
        <dd>
          <b>{payment.pembayar_nama}</b>
        </dd>
        {students.length > 0 && (
          <>
            <dt>Nama peserta</dt>
            <dd>
              <b>{students.join(', ')}</b>
            </dd>
          </>
        )}
        <dt>Uang sejumlah</dt>
        <dd className={classes.inWords}>{terbilang(payment.jumlah)}</dd>
        <dt>Untuk pembayaran</dt>
        <dd>
          <Lines lines={lines} />
        </dd>
        <dt>Cara bayar</dt>
        <dd>
          {metode.withBank(payment.metode, payment.bank?.nama_bank)}
          {payment.referensi && `, ref. ${payment.referensi}`}
        </dd>
      </dl>
      <Signature payment={payment} ambang={ambang} />
      {payment.void_at && <p className="keep">Dibatalkan: {payment.void_alasan}</p>}
    </Paper>
  )
}
