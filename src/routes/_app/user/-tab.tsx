/** What hangs on a user: bills and saldo of a payer, its students, a student's classes and bills, a coach's classes. */
import {
  BillingStatus,
  Hari,
  JenisMutasi,
  KursusPesertaStatus,
  PaymentStatus,
  StatusAktif,
  TipeBank,
  UserStatus,
  type Enum,
} from '#contract/enums.ts'
import { Billings } from '#src/data/billing.ts'
import { InfoBilling, InfoPeserta, ListPaymentBank } from '#src/data/calls.ts'
import { KursusPelatihs } from '#src/data/kursusPelatih.ts'
import { KursusPesertas } from '#src/data/kursusPeserta.ts'
import { useCan } from '#src/data/session.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { angka, bulan, rupiah, tanggalPendek, waktu } from '#src/ui/format.ts'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { Badge } from '#src/ui/table.tsx'

interface Tagihan {
  id: number
  nomor: string | null
  periode: string | null
  jatuh_tempo: string
  total: number
  sisa: number
  payment_status: number
  status?: number
  void_at?: string | null
}
const lencana = (of: Enum<string | number>, value: string | number) => (
  <Badge tone={of.tone(value)}>{of.label(value)}</Badge>
)
const id = (row: { id: number }) => row.id
const jumlah = (rp: number, n: number) => `${rupiah(rp)} (${n} tagihan)`

const TabelTagihan = ({ rows }: { rows: readonly Tagihan[] }) => (
  <DataTable
    caption="Tagihan"
    empty="Belum ada tagihan"
    rows={rows}
    rowKey={id}
    columns={[
      {
        label: 'Nomor',
        cell: (t) => (
          <PlaceLink to="/billing/view" search={{ id: t.id }}>
            {t.nomor ?? 'Draft'}
          </PlaceLink>
        ),
      },
      { label: 'Periode', cell: (t) => bulan(t.periode) || '–' },
      { label: 'Jatuh Tempo', cell: (t) => tanggalPendek(t.jatuh_tempo) },
      { label: 'Total', right: true, cell: (t) => rupiah(t.total) },
      { label: 'Sisa', right: true, cell: (t) => rupiah(t.sisa) },
      {
        label: 'Status',
        cell: (t) =>
          t.void_at ? (
            <Badge tone="red">Batal</Badge>
          ) : t.status === 0 ? (
            lencana(BillingStatus, 0)
          ) : (
            lencana(PaymentStatus, t.payment_status)
          ),
      },
    ]}
  />
)

/** Saldo, what is owed, bills and mutations of a payer, and where to pay. */
export const TagihanAkun = ({ id: akun }: { id: number }) => {
  const info = InfoBilling.useData({ id: akun })
  return (
    <div className="form">
      <Facts
        items={[
          ['Saldo', rupiah(info.saldo_kredit)],
          ['Belum terbayar', jumlah(info.belum_terbayar.sisa, info.belum_terbayar.jumlah)],
          ['Terbayar sebagian', jumlah(info.terbayar_sebagian.sisa, info.terbayar_sebagian.jumlah)],
          ['Lunas', jumlah(info.lunas.total, info.lunas.jumlah)],
        ]}
      />
      <TabelTagihan rows={info.tagihan} />
      <h2 className="subhead">Mutasi Saldo</h2>
      <DataTable
        caption="Mutasi saldo"
        empty="Belum ada mutasi saldo"
        rows={info.mutasi}
        rowKey={id}
        columns={[
          { label: 'Waktu', cell: (m) => waktu(m.created_at) },
          { label: 'Jenis', cell: (m) => lencana(JenisMutasi, m.jenis) },
          { label: 'Keterangan', cell: (m) => m.keterangan },
          { label: 'Jumlah', right: true, cell: (m) => rupiah(m.jumlah) },
        ]}
      />
      {info.mutasi_elsewhere > 0 && (
        <p className="dim">
          {angka(info.mutasi_elsewhere)} mutasi lain menyangkut tagihan atau pembayaran di luar
          wilayah Anda; saldonya satu.
        </p>
      )}
      {useCan('user/list-payment-bank') && <RekeningBayar id={akun} />}
    </div>
  )
}
const RekeningBayar = ({ id: akun }: { id: number }) => (
  <>
    <h2 className="subhead">Rekening Pembayaran</h2>
    <DataTable
      caption="Rekening pembayaran"
      empty="Belum ada rekening"
      rows={ListPaymentBank.useData({ id: akun })}
      rowKey={id}
      columns={[
        { label: 'Bank', cell: (b) => b.nama_bank },
        { label: 'No. Rekening', cell: (b) => b.no_rekening },
        { label: 'Atas Nama', cell: (b) => b.atas_nama },
        { label: 'Tipe', cell: (b) => TipeBank.label(b.tipe) },
      ]}
    />
  </>
)

/** Students under a payer, with their classes. */
export const PesertaAkun = ({ id: akun }: { id: number }) => (
  <DataTable
    caption="Peserta"
    empty="Belum ada peserta"
    rows={InfoPeserta.useData({ id: akun })}
    rowKey={id}
    columns={[
      {
        label: 'Nama',
        cell: (p) => (
          <PlaceLink to="/user/view" search={{ id: p.id }}>
            {p.nama_panggilan ? `${p.name} (${p.nama_panggilan})` : p.name}
          </PlaceLink>
        ),
      },
      { label: 'No. Induk', cell: (p) => p.no_induk ?? '–' },
      {
        label: 'Kursus',
        cell: (p) => (
          <span>
            {p.kursus_peserta.length === 0
              ? '–'
              : p.kursus_peserta.map((k) => (
                  <span key={k.id} className="line">
                    {k.kursus} {lencana(KursusPesertaStatus, k.status)}
                  </span>
                ))}
          </span>
        ),
      },
      { label: 'Status', cell: (p) => lencana(UserStatus, p.status) },
    ]}
  />
)

/** Classes of a student. */
export const JadwalPeserta = ({ id: peserta }: { id: number }) => (
  <DataTable
    caption="Jadwal kursus"
    empty="Belum ada kursus"
    rowKey={id}
    rows={
      KursusPesertas.useList({
        peserta_id: String(peserta),
        expand: 'kursus,kursus_pelatih,gedung',
        sort: '-mulai',
        'per-page': 50,
      }).rows
    }
    columns={[
      { label: 'Kursus', cell: (k) => k.kursus?.nama ?? '–' },
      { label: 'Kelas', cell: (k) => k.kursus_pelatih?.nama ?? '–' },
      {
        label: 'Hari',
        cell: ({ kursus_pelatih: k }) =>
          k ? `${Hari.label(k.hari)}, ${k.jam_mulai}–${k.jam_selesai}` : '–',
      },
      { label: 'Outlet', cell: (k) => k.gedung?.nama ?? '–' },
      { label: 'Mulai', cell: (k) => tanggalPendek(k.mulai) },
      { label: 'Selesai', cell: (k) => tanggalPendek(k.selesai) || '–' },
      { label: 'Status', cell: (k) => lencana(KursusPesertaStatus, k.status) },
    ]}
  />
)

/** Bills with a line of this student. */
export const TagihanPeserta = ({ id: peserta }: { id: number }) => {
  const { rows, page } = Billings.useList({
    peserta_id: String(peserta),
    sort: '-jatuh_tempo',
    'per-page': 50,
  })
  return (
    <>
      <TabelTagihan rows={rows} />
      {page.total > rows.length && (
        <p>
          <PlaceLink to="/billing" search={{ peserta_id: peserta }}>
            Lihat semua {page.total} tagihan
          </PlaceLink>
        </p>
      )}
    </>
  )
}

/** Classes of a coach. */
export const KelasPelatih = ({ id: pelatih }: { id: number }) => (
  <DataTable
    caption="Kelas"
    empty="Belum ada kelas"
    rowKey={id}
    rows={
      KursusPelatihs.useList({
        pelatih_id: String(pelatih),
        expand: 'gedung,ruang',
        sort: 'hari',
        'per-page': 50,
      }).rows
    }
    columns={[
      { label: 'Kelas', cell: (k) => k.nama },
      { label: 'Hari', cell: (k) => `${Hari.label(k.hari)}, ${k.jam_mulai}–${k.jam_selesai}` },
      { label: 'Outlet', cell: (k) => k.gedung?.nama ?? '–' },
      { label: 'Ruang', cell: (k) => k.ruang?.nama ?? '–' },
      { label: 'Status', cell: (k) => lencana(StatusAktif, k.status) },
    ]}
  />
)
