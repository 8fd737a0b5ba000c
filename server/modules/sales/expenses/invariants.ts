/** Invariants of expenses. They are among the rules on money that the integrity check runs. */
import { sql } from 'kysely'
import { rulesOf, type Rules } from '#server/db/brokenRules.ts'

export const expenseRules: Rules = rulesOf('pengeluaran-sales', {
  'pengeluaran disetujui oleh orang lain': sql`select id from pengeluaran_sales where (status = 'disetujui') <> (disetujui_oleh is not null) or disetujui_oleh = sales_id`,
  'pengeluaran ditolak dengan alasan, batal dengan alasan': sql`select id from pengeluaran_sales where (status = 'ditolak' and (alasan_tolak is null or ditolak_oleh is null)) or (void_at is not null and (void_alasan is null or void_by is null))`,
  'bukti pengeluaran miliknya': sql`select p.id from pengeluaran_sales p where p.bukti is not null
    and not exists (select 1 from berkas b where b.id = p.bukti and b.entitas = 'pengeluaran-sales' and b.entitas_id = p.id)`,
})
