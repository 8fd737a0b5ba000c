import { sql, type SqlBool } from 'kysely'
import { billingPayment } from '#contract/resources/billingPayment.ts'
import { alokasiTertua, periksaAlokasi } from '#contract/rules/alokasi.ts'
import { hariIni } from '#contract/rules/tanggal.ts'
import { conflict, invalid, invalidField } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { module } from '#server/http/module.ts'
import { limitedTo } from '#server/http/outlets.ts'
import { billingModule } from '#server/modules/billing/billing.ts'
import { addMutation, checkBookOpen, deriveBills } from '#server/modules/billing/ledger.ts'
import { takeNumbers } from '#server/modules/billing/numbers.ts'
import { byRole, outlets, salesPayers, seesOutlet } from '#server/modules/scope.ts'
import { readSettings } from '#server/settings.ts'

export const billingPaymentModule = module(billingPayment, {
  large: true,
  counter: true,
  scope: (actor) =>
    byRole(actor, {
      2: sql`(billing_payment.gedung_id in (${outlets(actor)}) and not exists (select 1 from billing_payment_alokasi a join billing b on b.id = a.billing_id where a.payment_id = billing_payment.id and b.gedung_id not in (${outlets(actor)})))`,
      4: sql`billing_payment.akun_billing_id in (${salesPayers(actor)})`,
      5: sql`billing_payment.akun_billing_id = ${actor.id}`,
    }),
  filters: {
    batal: (batal) =>
      batal
        ? sql<SqlBool>`billing_payment.void_at is not null`
        : sql<SqlBool>`billing_payment.void_at is null`,
    billing_id: (id) =>
      sql<SqlBool>`billing_payment.id in (select a.payment_id from billing_payment_alokasi a where a.billing_id = ${id})`,
  },
  before: async ({ trx, ctx, input, current }) => {
    if (current) {
      if (current.void_at) throw conflict('Pembayaran sudah dibatalkan')
      return { pembayar_nama: input.pembayar_nama ?? current.pembayar_nama }
    }
    const settings = await readSettings(trx)
    checkBookOpen(settings, input.tanggal)
    const inScope = billingModule.scope?.(ctx.actor) ?? sql<SqlBool>`1 = 1`
    const chosen = input.alokasi?.map((a) => a.billing_id) ?? []
    const bills = await trx
      .selectFrom('billing')
      .select(['id', 'jatuh_tempo', 'nomor', 'sisa', 'gedung_id'])
      .where('akun_billing_id', '=', input.akun_billing_id)
      .where('status', '=', 1)
      .where('void_at', 'is', null)
      .where((eb) =>
        chosen.length === 0
          ? eb('sisa', '>', 0)
          : eb.or([eb('sisa', '>', 0), eb('billing.id', 'in', chosen)]),
      )
      .where(inScope)
      .execute()
    const open = bills.filter((b) => b.sisa > 0)
    if (input.alokasi) {
      const issues = periksaAlokasi(input.alokasi, bills, input.jumlah)
      if (issues.length > 0) throw invalid(issues)
    } else input.alokasi = alokasiTertua(open, input.jumlah).alokasi
    const payer = await trx
      .selectFrom('user')
      .select(['name', 'gedung_id'])
      .where('id', '=', input.akun_billing_id)
      .executeTakeFirstOrThrow()
    const students = await trx
      .selectFrom('user')
      .select('gedung_id')
      .where('akun_billing_id', '=', input.akun_billing_id)
      .where('gedung_id', 'is not', null)
      .orderBy('id')
      .execute()
    const paid = new Set(input.alokasi.map((a) => a.billing_id))
    // Somebody who is limited receives money at their outlets, whatever outlet the family is of.
    const homes = [
      ...students.map((u) => u.gedung_id),
      payer.gedung_id,
      ...limitedTo(ctx.actor),
    ].filter((id) => id !== null)
    const gedung_id =
      input.gedung_id ??
      open.find((b) => paid.has(b.id))?.gedung_id ??
      homes.find((id) => seesOutlet(ctx.actor, id))
    if (!gedung_id) throw invalidField('gedung_id', 'Pilih outlet yang menerima')
    const outlet = await trx
      .selectFrom('gedung')
      .select(['id', 'kode', 'zona_waktu'])
      .where('id', '=', gedung_id)
      .executeTakeFirstOrThrow()
    if (input.tanggal > hariIni(outlet.zona_waktu))
      throw invalidField('tanggal', 'Tidak boleh setelah hari ini')
    const dialokasikan = input.alokasi.reduce((sum, a) => sum + a.jumlah, 0)
    const [nomor = ''] = await takeNumbers(trx, 'kuitansi', {
      format: settings.format_nomor_kuitansi,
      outlet,
      date: input.tanggal,
    })
    return {
      nomor,
      gedung_id,
      pembayar_nama: input.pembayar_nama ?? payer.name,
      dialokasikan,
      ke_saldo: input.jumlah - dialokasikan,
      diterima_oleh: ctx.actor.id,
      void_at: null,
      void_by: null,
      void_alasan: null,
    }
  },
  after: async ({ trx, ctx, input, current, id }) => {
    if (current) return
    const allocations = input.alokasi ?? []
    for (const { billing_id, jumlah } of allocations)
      await trx
        .insertInto('billing_payment_alokasi')
        .values({
          payment_id: id,
          mutasi_id: null,
          billing_id,
          jumlah,
          void_at: null,
          created_at: now(),
        })
        .execute()
    await deriveBills(
      trx,
      allocations.map((a) => a.billing_id),
      ctx.actor.id,
    )
    const rest = input.jumlah - allocations.reduce((sum, a) => sum + a.jumlah, 0)
    const { nomor } = await trx
      .selectFrom('billing_payment')
      .select('nomor')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (rest > 0)
      await addMutation(trx, {
        akun_billing_id: input.akun_billing_id,
        jenis: 'lebih_bayar',
        jumlah: rest,
        keterangan: `Lebih bayar ${nomor}`,
        payment_id: id,
        by: ctx.actor.id,
      })
  },
  actions: {
    batalkan: async ({ trx, ctx, row, input }) => {
      if (row.void_at) throw conflict('Pembayaran sudah dibatalkan')
      checkBookOpen(await readSettings(trx), row.tanggal)
      const time = now()
      const live = await trx
        .updateTable('billing_payment_alokasi')
        .set({ void_at: time })
        .where('payment_id', '=', row.id)
        .where('void_at', 'is', null)
        .returning('billing_id')
        .execute()
      await trx
        .updateTable('billing_payment')
        .set({
          void_at: time,
          void_by: ctx.actor.id,
          void_alasan: input.alasan,
          versi: row.versi + 1,
          updated_at: time,
          updated_by: ctx.actor.id,
        })
        .where('id', '=', row.id)
        .execute()
      if (row.ke_saldo > 0)
        await addMutation(trx, {
          akun_billing_id: row.akun_billing_id,
          jenis: 'batal',
          jumlah: -row.ke_saldo,
          keterangan: `Pembatalan ${row.nomor}`,
          payment_id: row.id,
          by: ctx.actor.id,
        })
      await deriveBills(
        trx,
        live.map((a) => a.billing_id),
        ctx.actor.id,
      )
    },
  },
})
