import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { engineOf } from '#server/db/engine.ts'
import { giveCodes } from '#server/db/giveCodes.ts'

/** A payment that is moved away from a bill may be moved back: only live allocations are unique. */
const oneLiveAllocation = {
  sqlite: `
    create table alokasi_baru (id ID, payment_id integer references billing_payment(id), mutasi_id integer references mutasi_saldo(id), billing_id integer not null references billing(id),
      jumlah RUPIAH not null, void_at TEXT, created_at TEXT not null, check (jumlah > 0), check ((payment_id is null) <> (mutasi_id is null)));
    insert into alokasi_baru (id, payment_id, mutasi_id, billing_id, jumlah, void_at, created_at) select id, payment_id, mutasi_id, billing_id, jumlah, void_at, created_at from billing_payment_alokasi;
    drop table billing_payment_alokasi;
    alter table alokasi_baru rename to billing_payment_alokasi;
    create unique index alokasi_mutasi on billing_payment_alokasi(mutasi_id) where mutasi_id is not null;
    create index alokasi_billing on billing_payment_alokasi(billing_id)`,
  postgres: `
    alter table billing_payment_alokasi drop constraint billing_payment_alokasi_payment_id_billing_id_key`,
}
/** Bills name the void one that they take the place of; payments move between bills. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(db, oneLiveAllocation[engineOf(db)])
  await ddl(
    db,
    `
    create unique index alokasi_hidup on billing_payment_alokasi(payment_id, billing_id) where void_at is null;
    create index alokasi_payment on billing_payment_alokasi(payment_id) where payment_id is not null;
    alter table billing add column menggantikan_id integer references billing(id);
    create unique index billing_menggantikan on billing(menggantikan_id) where menggantikan_id is not null`,
  )
  await giveCodes(db, { 2: ['billing/terbit-ulang', 'billing-payment/alih'] })
}
