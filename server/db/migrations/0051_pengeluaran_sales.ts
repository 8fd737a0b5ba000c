import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

const prefix = 'pengeluaran-sales'
const filed = ['index', 'view', 'create', 'update', 'ekspor']
/** Seeded roles, whatever they are called by now. */
const seeded: Readonly<Record<number, readonly string[]>> = {
  2: [...filed, 'setujui', 'tolak', 'batalkan'],
  4: filed,
}

/**
 * What sales people spend (domain.md 2.5). Nobody approves the own: the table refuses it too. Files
 * are found by what is in them, so that one receipt is not paid twice.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
  create table pengeluaran_sales (BASE, nomor TEXT not null unique, nomor_kunci TEXT not null, sales_id integer not null references "user"(id), gedung_id integer not null references gedung(id),
    tanggal TEXT not null, kategori TEXT not null, keterangan TEXT not null, jumlah RUPIAH not null, metode integer not null, bukti integer, status TEXT not null,
    diajukan_oleh integer not null, disetujui_oleh integer, disetujui_at TEXT, ditolak_oleh integer, ditolak_at TEXT, alasan_tolak TEXT,
    void_at TEXT, void_by integer, void_alasan TEXT, cari TEXT not null default '',
    check (jumlah > 0), check (status in ('diajukan', 'disetujui', 'ditolak')),
    check ((status = 'disetujui') = (disetujui_at is not null)), check ((disetujui_at is null) = (disetujui_oleh is null)), check (disetujui_oleh <> sales_id),
    check (status <> 'ditolak' or alasan_tolak is not null), check ((void_at is null) = (void_alasan is null)));
  create index pengeluaran_sales_nomor_kunci on pengeluaran_sales(nomor_kunci, id);
  create index pengeluaran_sales_sales on pengeluaran_sales(sales_id, tanggal);
  create index pengeluaran_sales_gedung on pengeluaran_sales(gedung_id, tanggal);
  create index pengeluaran_sales_tanggal on pengeluaran_sales(tanggal, id);
  create index pengeluaran_sales_dibuat on pengeluaran_sales(created_at, id);
  create index pengeluaran_sales_menunggu on pengeluaran_sales(gedung_id) where status = 'diajukan' and void_at is null;
  create index berkas_isi_sama on berkas(sha256)
`,
  )
  const { rows } = await sql<{
    id: number
    accesses: string
  }>`select id, accesses from "role"`.execute(db)
  for (const { id, accesses } of rows) {
    const held: string[] = JSON.parse(accesses)
    const gained = (seeded[id] ?? []).map((code) => `${prefix}/${code}`)
    if (held[0] === '*' || gained.length === 0) continue
    const all = JSON.stringify([...new Set([...held, ...gained])])
    await sql`update "role" set accesses = ${all}, versi = versi + 1 where id = ${id}`.execute(db)
  }
}
