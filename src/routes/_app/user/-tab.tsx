/** What hangs on a user: bills and saldo of a payer, its students, a student's classes and bills, a coach's classes. */
import { Link } from '@tanstack/react-router'
import { BillingStatus, Hari, JenisMutasi, KursusPesertaStatus, PaymentStatus, StatusAktif, TipeBank, UserStatus } from '#contract/enums.ts'
import { Billings } from '#src/data/billing.ts'
import { InfoBilling, InfoPeserta, ListPaymentBank } from '#src/data/calls.ts'
import { KursusPelatihs } from '#src/data/kursusPelatih.ts'
import { KursusPesertas } from '#src/data/kursusPeserta.ts'
import { useCan } from '#src/data/session.ts'
import { Facts } from '#src/ui/Facts.tsx'
import { bulan, rupiah, tanggalPendek, waktu } from '#src/ui/format.ts'
import { RelatedTable } from '#src/ui/RelatedTable.tsx'
import { Badge } from '#src/ui/table.tsx'

const headTagihan = [['Nomor'], ['Periode'], ['Jatuh Tempo'], ['Total', 'right'], ['Sisa', 'right'], ['Status']] as const
const bayar = (status: number) => <Badge tone={PaymentStatus.tone(status)}>{PaymentStatus.label(status)}</Badge>
const jumlah = (rp: number, n: number) => `${rupiah(rp)} (${n} tagihan)`

/** Saldo, what is owed, bills and mutations of a payer, and where to pay. */
export const TagihanAkun = ({ id }: { id: number }) => {
  const info = InfoBilling.useData({ id })
  return (
    <div className="form">
      <Facts items={[
        ['Saldo', rupiah(info.saldo_kredit)], ['Belum terbayar', jumlah(info.belum_terbayar.sisa, info.belum_terbayar.jumlah)],
        ['Terbayar sebagian', jumlah(info.terbayar_sebagian.sisa, info.terbayar_sebagian.jumlah)], ['Lunas', jumlah(info.lunas.total, info.lunas.jumlah)],
      ]} />
      <RelatedTable caption="Tagihan" empty="Belum ada tagihan" head={headTagihan} rows={info.tagihan.map((t) => ({
        id: t.id, place: { to: '/billing/view', search: { id: t.id } },
        cells: [t.nomor ?? 'Tanpa nomor', bulan(t.periode), tanggalPendek(t.jatuh_tempo), rupiah(t.total), rupiah(t.sisa), bayar(t.payment_status)],
      }))} />
      <h2 className="subhead">Mutasi Saldo</h2>
      <RelatedTable caption="Mutasi saldo" empty="Belum ada mutasi saldo" head={[['Waktu'], ['Jenis'], ['Keterangan'], ['Jumlah', 'right']]} rows={info.mutasi.map((m) => ({
        id: m.id, cells: [waktu(m.created_at), <Badge key="jenis" tone={JenisMutasi.tone(m.jenis)}>{JenisMutasi.label(m.jenis)}</Badge>, m.keterangan, rupiah(m.jumlah)],
      }))} />
      {useCan('user/list-payment-bank') && <RekeningBayar id={id} />}
    </div>
  )
}
const RekeningBayar = ({ id }: { id: number }) => {
  const banks = ListPaymentBank.useData({ id })
  return (
    <>
      <h2 className="subhead">Rekening Pembayaran</h2>
      <RelatedTable caption="Rekening pembayaran" empty="Belum ada rekening" head={[['Bank'], ['No. Rekening'], ['Atas Nama'], ['Tipe']]}
        rows={banks.map((b) => ({ id: b.id, cells: [b.nama_bank, b.no_rekening, b.atas_nama, TipeBank.label(b.tipe)] }))} />
    </>
  )
}

/** Students under a payer, with their classes. */
export const PesertaAkun = ({ id }: { id: number }) => (
  <RelatedTable caption="Peserta" empty="Belum ada peserta" head={[['Nama'], ['No. Induk'], ['Kursus'], ['Status']]} rows={InfoPeserta.useData({ id }).map((p) => ({
    id: p.id, place: { to: '/user/view', search: { id: p.id } },
    cells: [
      p.nama_panggilan ? `${p.name} (${p.nama_panggilan})` : p.name, p.no_induk,
      p.kursus_peserta.length > 0 && <span key="kursus">{p.kursus_peserta.map((k) => <span key={k.id} className="line">{k.kursus} <Badge tone={KursusPesertaStatus.tone(k.status)}>{KursusPesertaStatus.label(k.status)}</Badge></span>)}</span>,
      <Badge key="status" tone={UserStatus.tone(p.status)}>{UserStatus.label(p.status)}</Badge>,
    ],
  }))} />
)

/** Classes of a student. */
export const JadwalPeserta = ({ id }: { id: number }) => (
  <RelatedTable caption="Jadwal kursus" empty="Belum ada kursus" head={[['Kursus'], ['Kelas'], ['Hari'], ['Outlet'], ['Mulai'], ['Selesai'], ['Status']]}
    rows={KursusPesertas.useList({ peserta_id: String(id), expand: 'kursus,kursus_pelatih,gedung', sort: '-mulai', 'per-page': 50 }).rows.map((k) => ({
      id: k.id,
      cells: [
        k.kursus?.nama, k.kursus_pelatih?.nama, k.kursus_pelatih && `${Hari.label(k.kursus_pelatih.hari)}, ${k.kursus_pelatih.jam_mulai}–${k.kursus_pelatih.jam_selesai}`, k.gedung?.nama,
        tanggalPendek(k.mulai), tanggalPendek(k.selesai), <Badge key="status" tone={KursusPesertaStatus.tone(k.status)}>{KursusPesertaStatus.label(k.status)}</Badge>,
      ],
    }))} />
)

/** Bills with a line of this student. */
export const TagihanPeserta = ({ id }: { id: number }) => {
  const { rows, page } = Billings.useList({ peserta_id: String(id), sort: '-jatuh_tempo', 'per-page': 50 })
  return (
    <RelatedTable caption="Tagihan" empty="Belum ada tagihan" head={headTagihan} more={page.total > rows.length && <p><Link to="/billing" search={{ peserta_id: String(id) }}>Lihat semua {page.total} tagihan</Link></p>}
      rows={rows.map((t) => ({
        id: t.id, place: { to: '/billing/view', search: { id: t.id } },
        cells: [
          t.nomor ?? 'Draft', bulan(t.periode), tanggalPendek(t.jatuh_tempo), rupiah(t.total), rupiah(t.sisa),
          t.void_at ? <Badge key="status" tone="red">Batal</Badge> : t.status === 0 ? <Badge key="status" tone={BillingStatus.tone(0)}>{BillingStatus.label(0)}</Badge> : bayar(t.payment_status),
        ],
      }))} />
  )
}

/** Classes of a coach. */
export const KelasPelatih = ({ id }: { id: number }) => (
  <RelatedTable caption="Kelas" empty="Belum ada kelas" head={[['Kelas'], ['Hari'], ['Outlet'], ['Ruang'], ['Status']]}
    rows={KursusPelatihs.useList({ pelatih_id: String(id), expand: 'gedung', sort: 'hari', 'per-page': 50 }).rows.map((k) => ({
      id: k.id, cells: [k.nama, `${Hari.label(k.hari)}, ${k.jam_mulai}–${k.jam_selesai}`, k.gedung?.nama, k.ruang, <Badge key="status" tone={StatusAktif.tone(k.status)}>{StatusAktif.label(k.status)}</Badge>],
    }))} />
)
