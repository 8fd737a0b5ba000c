import '#src/styles/alur.css'
import type { Row } from '#contract/resource.ts'
/** The receipt on paper (domain.md 0.2, Kwitansi). */
import type { billing } from '#contract/resources/billing.ts'
import { terbilang } from '#contract/rules/terbilang.ts'
import { Billings } from '#src/data/billing.ts'
import { useMetode } from '#src/data/metode.ts'
import { useMe } from '#src/data/session.ts'
import type { Payment } from '#src/routes/_app/billing-payment/-aksi.tsx'
import { useNames } from '#src/routes/_app/billing/-parts.tsx'
import { bulan, rupiah, tanggal } from '#src/ui/format.ts'
import { Paper } from '#src/ui/print.tsx'

/** What a bill was for: its lines where they are few, else its month. */
const purpose = (bill: Row<typeof billing> | undefined) => {
  const lines = [...new Set(bill?.items?.map((i) => i.deskripsi))]
  return lines.length > 0 && lines.length <= 3
    ? lines.join('; ')
    : bill?.periode
      ? `tagihan ${bulan(bill.periode)}`
      : 'tagihan'
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

export const Kwitansi = ({ payment, size }: { payment: Payment; size: 'A4' | 'A5' }) => {
  const settings = useMe()?.pengaturan
  const metode = useMetode()
  const { rows } = Billings.useList({
    payment_id: String(payment.id),
    expand: 'items',
    'per-page': 100,
  })
  const bills = new Map(rows.map((b) => [b.id, b]))
  const students = useStudents(rows)
  /** Behind what each bill was for, where there is more than one to tell apart. */
  const whose = (bill: Row<typeof billing> | undefined) => {
    const own = students.of(bill)
    return students.all.length > 1 && rows.length > 1 && own.length > 0
      ? ` (${own.join(', ')})`
      : ''
  }
  const title = typeof settings?.judul_kuitansi === 'string' ? settings.judul_kuitansi : 'KWITANSI'
  const ambang = typeof settings?.meterai_ambang === 'number' ? settings.meterai_ambang : 5_000_000
  const lines = [
    ...(payment.alokasi ?? []).map((a) => ({
      id: a.id,
      text: `${bills.get(a.billing_id)?.nomor ?? `Tagihan #${a.billing_id}`} – ${purpose(bills.get(a.billing_id))}${whose(bills.get(a.billing_id))}`,
      jumlah: a.jumlah,
    })),
    ...(payment.ke_saldo > 0 ? [{ id: 0, text: 'Titipan saldo', jumlah: payment.ke_saldo }] : []),
  ]
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
      <dl className="kwitansi">
        <dt>Sudah terima dari</dt>
        <dd>
          <b>{payment.pembayar_nama}</b>
        </dd>
        {students.all.length > 0 && (
          <>
            <dt>Nama peserta</dt>
            <dd>
              <b>{students.all.join(', ')}</b>
            </dd>
          </>
        )}
        <dt>Uang sejumlah</dt>
        <dd className="terbilangBaris">{terbilang(payment.jumlah)}</dd>
        <dt>Untuk pembayaran</dt>
        <dd>
          {lines.length === 1 ? (
            lines[0]?.text
          ) : (
            <ul>
              {lines.map((l) => (
                <li key={l.id}>
                  <span>{l.text}</span>
                  <span className="num">{rupiah(l.jumlah)}</span>
                </li>
              ))}
            </ul>
          )}
        </dd>
        <dt>Cara bayar</dt>
        <dd>
          {metode.withBank(payment.metode, payment.bank?.nama_bank)}
          {payment.referensi && `, ref. ${payment.referensi}`}
        </dd>
      </dl>
      <div className="kwitansiKaki keep">
        <div className="kotakJumlah">{rupiah(payment.jumlah)}</div>
        {payment.jumlah > ambang && (
          <div className="meterai">
            Meterai
            <br />
            Rp10.000
          </div>
        )}
        <div className="tandaTangan">
          <div>
            {payment.gedung ? `${payment.gedung.kota}, ` : ''}
            {tanggal(payment.tanggal)}
          </div>
          <div>Penerima,</div>
          <div className="nama">{payment.penerima?.name ?? ''}</div>
        </div>
      </div>
      {payment.void_at && <p className="keep">Dibatalkan: {payment.void_alasan}</p>}
    </Paper>
  )
}
