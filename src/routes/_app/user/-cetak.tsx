/** The sheets of /user/cetak: one person with all facts, or a list of one kind as it was filtered. */
import { useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { JenisUser, KursusPesertaStatus, UserStatus } from '#contract/enums.ts'
import { InfoPeserta } from '#src/data/calls.ts'
import { Gedungs } from '#src/data/gedung.ts'
import { pilihanQuery } from '#src/data/pilihan.ts'
import type { ListParams } from '#src/data/search.ts'
import { useCan } from '#src/data/session.ts'
import { Users } from '#src/data/user.ts'
import { angka, rupiah, teksNilai, telepon, waktu } from '#src/ui/format.ts'
import { Paper } from '#src/ui/print.tsx'
import { dasarDari } from '#src/routes/_app/user/-boleh.ts'
import { expandUser } from '#src/routes/_app/user/-expand.ts'
import { faktaUser, type UserRow } from '#src/routes/_app/user/-fakta.tsx'
import { Minggu } from '#src/routes/_app/user/-jadwalMinggu.tsx'

/** Rows that are printed at most: some ten pages. */
const maks = 500

/** An outlet's letterhead, for those who may read it; of no outlet, the school's name stands alone. */
const useKop = (gedung_id: number | null | undefined) => {
  const boleh = useCan('gedung/view')
  return useQuery({ ...Gedungs.queries.view(gedung_id ?? 0), enabled: boleh && gedung_id != null }).data
}
const Dicetak = () => {
  const [saat] = useState(() => new Date().toISOString())
  return <p className="dim">per {waktu(saat)}</p>
}

export const LembarUser = ({ id }: { id: number }) => {
  const row = Users.useView(id, expandUser)
  const kop = useKop(row.gedung_id)
  const jadwal = useCan('user/jadwal-pelatih')
  const anak = useCan('user/info-peserta')
  const dasar = dasarDari(row)
  return (
    <Paper outlet={kop} watermark={row.status === 0 ? 'DIHAPUS' : undefined} aside={<><h2>DATA {(row.role?.name ?? 'user').toUpperCase()}</h2><Dicetak /></>}>
      <p style={{ fontSize: '13pt', marginBottom: '3mm' }}><b>{row.name}</b> {row.status !== 10 && `(${UserStatus.label(row.status)})`}</p>
      {faktaUser(row).map(({ judul, items }) => (
        <section key={judul} className="keep">
          <h3>{judul}</h3>
          <dl className="pairs">{items.map(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label} isi`}>{value === null || value === undefined || value === '' ? '–' : value}</dd>])}</dl>
        </section>
      ))}
      {dasar === 5 && (row.kontak ?? []).length > 0 && (
        <section className="keep"><h3>Kontak lain</h3><table><tbody>{row.kontak?.map((k) => <tr key={k.id}><td>{k.nama}</td><td>{k.hubungan ?? '–'}</td><td>{telepon(k.phone) || '–'}</td><td>{k.email ?? '–'}</td></tr>)}</tbody></table></section>
      )}
      {anak && (dasar === 5 || row.peserta_profil) && <Peserta id={id} />}
      {dasar === 3 && jadwal && <section><h3>Jadwal mingguan</h3><Minggu id={id} /></section>}
    </Paper>
  )
}
const Peserta = ({ id }: { id: number }) => {
  const rows = InfoPeserta.useData({ id })
  if (rows.length === 0) return null
  return (
    <section>
      <h3>Peserta dan kursus</h3>
      <table>
        <thead><tr><th scope="col">Nama</th><th scope="col">No. Induk</th><th scope="col">Kursus</th></tr></thead>
        <tbody>{rows.map((p) => <tr key={p.id}><td>{p.name}</td><td>{p.no_induk}</td><td>{p.kursus_peserta.map((k) => `${k.kursus} (${KursusPesertaStatus.label(k.status)})`).join(', ') || '–'}</td></tr>)}</tbody>
      </table>
    </section>
  )
}

interface Daftar { expand: string; kolom: readonly Kolom[] }
type Kolom = readonly [judul: string, isi: (row: UserRow) => string | null | undefined]
const telp: Kolom = ['No. HP', (u) => telepon(u.phone)]
const outlet: Kolom = ['Outlet', (u) => u.gedung?.nama]
/** Numbers that must not be broken over lines. */
const rapat = new Set(['Kode', 'No. Induk', 'No. HP', 'Saldo', 'Tunggakan'])
/** Columns and relations of each kind's list. */
const daftar: Record<string, Daftar> = {
  pelatih: { expand: 'pelatih_profil,bidang,gedung_wilayah,mengajar', kolom: [
    ['Kode', (u) => u.pelatih_profil?.kode], ['Bidang', (u) => u.bidang?.map((b) => b.nama).join(', ')], ['Mengajar di', (u) => u.gedung_wilayah?.map((g) => g.nama).join(', ') || 'Semua outlet'],
    ['Kelas', (u) => angka(u.mengajar?.kelas ?? 0)], telp,
  ] },
  sales: { expand: 'gedung,sales_profil', kolom: [['Kode', (u) => u.sales_profil?.kode], outlet, ['Target peserta', (u) => angka(u.sales_profil?.target_peserta_bulan)], telp, ['Email', (u) => u.email]] },
  'akun-billing': { expand: 'akun_billing_profil,peserta,piutang', kolom: [
    telp, ['Peserta', (u) => u.peserta?.map((p) => p.name).join(', ')], ['Saldo', (u) => rupiah(u.akun_billing_profil?.saldo_kredit)], ['Tunggakan', (u) => (u.piutang?.sisa_lewat_tempo ? rupiah(u.piutang.sisa_lewat_tempo) : null)],
  ] },
  peserta: { expand: 'gedung,akun_billing,peserta_profil,kursus_aktif', kolom: [
    ['No. Induk', (u) => u.peserta_profil?.no_induk], outlet, ['Akun Billing', (u) => u.akun_billing?.name], ['Kursus', (u) => u.kursus_aktif?.map((k) => k.kursus).join(', ')], telp,
  ] },
  'pendaftar-mandiri': { expand: 'gedung', kolom: [telp, ['Email', (u) => u.email], outlet, ['Mendaftar', (u) => waktu(u.created_at)]] },
}
const semua: Daftar = { expand: 'role,gedung', kolom: [['Role', (u) => u.role?.name], outlet, telp, ['Email', (u) => u.email]] }

export const LembarDaftar = ({ search }: { search: ListParams }) => {
  const { page: _, 'per-page': __, ...saringan } = Users.clean(search)
  const jenis = String(search.jenis ?? '')
  const { expand, kolom } = daftar[jenis] ?? semua
  const list = { ...saringan, expand, 'per-page': 100 }
  const { rows: pertama, page } = Users.useList(list)
  const lanjut = useSuspenseQueries({ queries: Array.from({ length: Math.min(page.pageCount, maks / 100) - 1 }, (___, i) => Users.queries.list({ ...list, page: i + 2 })) })
  const rows = [...pertama, ...lanjut.flatMap((q) => q.data.rows)]
  const kop = useKop(saringan.gedung_id === undefined ? null : Number(saringan.gedung_id))
  const aktif = Object.entries(saringan).filter(([k, v]) => k !== 'sort' && k !== 'jenis' && v !== undefined)
  return (
    <Paper outlet={kop} aside={<><h2>DAFTAR {(jenis ? JenisUser.label(jenis) : 'users').toUpperCase()}</h2><Dicetak /></>}>
      <p style={{ marginBottom: '3mm' }}>
        {angka(page.total)} orang{page.total > maks && <>; yang dicetak <b>{angka(maks)} pertama</b>. Persempit saringan, atau pakai ekspor untuk semuanya</>}.
        {aktif.map(([k, v]) => <Saringan key={k} nama={k} nilai={String(v)} />)}
      </p>
      <table className="people">
        <thead><tr><th scope="col">No.</th><th scope="col">Nama</th>{kolom.map(([judul]) => <th key={judul} scope="col">{judul}</th>)}<th scope="col">Status</th></tr></thead>
        <tbody>{rows.map((row, i) => <tr key={row.id}><td>{i + 1}</td><td>{row.name}</td>{kolom.map(([judul, isi]) => <td key={judul} data-label={judul} className={rapat.has(judul) ? 'num' : undefined}>{isi(row) || '–'}</td>)}<td data-label="Status">{UserStatus.label(row.status)}</td></tr>)}</tbody>
      </table>
      {rows.length === 0 && <p style={{ marginTop: '4mm' }}>Tidak ada yang cocok.</p>}
    </Paper>
  )
}
/** A filter in words; who is chosen is asked by its id. */
const Saringan = ({ nama, nilai }: { nama: string; nilai: string }) => {
  const bersih = nama.replace(/\.(gte|lte)$/, '')
  const meta = Users.field(bersih)?.meta
  const pilihan = useQuery({ ...pilihanQuery(meta?.resource ?? '', { id: Number(nilai) }), enabled: meta?.control === 'picker' }).data?.[0]?.label
  const teks = pilihan ?? (meta?.control === 'switch' ? (nilai === '1' || nilai === 'true' ? 'Ya' : 'Tidak') : teksNilai(meta?.options?.find((o) => String(o.value) === nilai)?.value ?? nilai, meta))
  return <> {nama === 'q' ? 'Cari' : meta?.label ?? bersih}{nama.endsWith('.gte') ? ' dari' : nama.endsWith('.lte') ? ' sampai' : ''}: <b>{teks}</b>.</>
}
