import type { billing } from '#contract/billing/billing.ts'
import { terbilang } from '#contract/billing/rules/terbilang.ts'
import type { Row } from '#contract/resource.ts'
import { Billings } from '#src/data/billing.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { useCan, useMe } from '#src/data/session.ts'
import type { Payment } from '#src/routes/_app/billing-payment/-paymentActions.tsx'
import { useNames } from '#src/routes/_app/billing/-parts.tsx'
import { bulan, rupiah, tanggal } from '#src/ui/format/format.ts'
/** The receipt on paper (domain.md 0.2, Kwitansi). */
import { Num } from '#src/ui/format/Words.tsx'
import { Paper } from '#src/ui/print/print.tsx'
import classes from './Kuitansi.module.css'

/** What a bill was for: its lines where they are few, else its month. */
const purpose = (bill: Row<typeof billing> | undefined) => {
  const lines = [...new Set(bill?.items?.map((i) => i.deskripsi))]
  if (lines.length > 0 && lines.length <= 3) return lines.join('; ')
  return bill?.periode ? `tagihan ${bulan(bill.periode)}` : 'tagihan'
}

/** Whom each bill is for, and all of them together, each name once. */
const useStudents = (bills: readonly Row<typeof billing>[]) => {
  const names = useNames(bills.flatMap((bill) => (bill.items ?? []).map((item) => item.peserta_id)))
  const of = (bill: Row<typeof billing> | undefined): string[] => [
    ...new Set(
      (bill?.items ?? []).flatMap((item) =>
        item.peserta_id === null ? [] : (names.get(item.peserta_id) ?? []),
      ),
    ),
  ]
  return { of, all: [...new Set(bills.flatMap(of))] }
}

interface Line {
  id: number
  text: string
  jumlah: number
}
/** What the money is for: each bill with a part of it, and what stays as saldo. */
const useLines = (payment: Payment, rows: readonly Row<typeof billing>[]) => {
  const bills = new Map(rows.map((b) => [b.id, b]))
  const students = useStudents(rows)
  /** Behind what each bill was for, where there is more than one to tell apart. */
  const whose = (bill: Row<typeof billing> | undefined) => {
    const own = students.of(bill)
    const several = students.all.length > 1 && rows.length > 1
    return several && own.length > 0 ? ` (${own.join(', ')})` : ''
  }
  const lines: Line[] = (payment.alokasi ?? []).map((a) => {
    const bill = bills.get(a.billing_id)
    const nomor = bill?.nomor ?? `Tagihan #${a.billing_id}`
    return { id: a.id, text: `${nomor} – ${purpose(bill)}${whose(bill)}`, jumlah: a.jumlah }
  })
  if (payment.ke_saldo > 0) lines.push({ id: 0, text: 'Titipan saldo', jumlah: payment.ke_saldo })
  return { lines, students: students.all }
}
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
      <div>
        {payment.gedung ? `${payment.gedung.kota}, ` : ''}
        {tanggal(payment.tanggal)}
      </div>
      <div>Penerima,</div>
      <div className={classes.signer}>{payment.penerima?.name ?? ''}</div>
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
