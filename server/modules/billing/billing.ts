import { sql, type SqlBool } from 'kysely'
import { maxRupiah } from '#contract/fields.ts'
import { billing, BillingItemInput } from '#contract/resources/billing.ts'
import { jenisBilling } from '#contract/resources/jenisBilling.ts'
import { totalTagihan } from '#contract/rules/tagihan.ts'
import { formatPeriode, hariIni } from '#contract/rules/tanggal.ts'
import { insertCounted } from '#server/db/insertMany.ts'
import { conflict, invalid, invalidField } from '#server/errors.ts'
import { checkReferences } from '#server/http/crud.ts'
import { loosely, module } from '#server/http/module.ts'
import { hitungBaris, hitungUlangPromo } from '#server/modules/billing/baris.ts'
import { inputOf, itemsOf, type Item } from '#server/modules/billing/billAudit.ts'
import {
  checkCourseLines,
  readTies,
  refuseBilledTwice,
} from '#server/modules/billing/courseLines.ts'
import { checkBookOpen, deriveBills, paySaldo, readSaldo } from '#server/modules/billing/ledger.ts'
import { publishBills } from '#server/modules/billing/publish.ts'
import { billingScope, overdue } from '#server/modules/billing/scope.ts'
import { periksaBaris, tautan } from '#server/modules/billing/tautan.ts'
import { voidBill } from '#server/modules/billing/void.ts'
import { kursusPesertaModule } from '#server/modules/kelas.ts'
import { biayaModule, produkJasaModule } from '#server/modules/master/produk.ts'
import { userModule } from '#server/modules/user/user.ts'
import { readSettings } from '#server/settings.ts'

const references = loosely({
  'jenis-billing': module(jenisBilling, {}),
  user: userModule,
  biaya: biayaModule,
  'produk-jasa': produkJasaModule,
  'kursus-peserta': kursusPesertaModule,
})

/** Lines as a client of a published bill sends them, with the ties that need not be sent. */
const sentLines = <
  I extends {
    id?: number | undefined
    kursus_peserta_id: number | null
    alasan_manual: string | null
  },
>(
  items: readonly I[],
  stored: readonly Item[],
): I[] =>
  items.map((item) => {
    const old = stored.find((s) => s.id === item.id)
    return {
      ...item,
      kursus_peserta_id: item.kursus_peserta_id ?? old?.kursus_peserta_id ?? null,
      alasan_manual: item.alasan_manual ?? old?.alasan_manual ?? null,
    }
  })

export const billingModule = module(billing, {
  large: true,
  counter: true,
  scope: billingScope,
  called: ({ nomor, nama_tagihan, periode }) =>
    nomor ?? ['Draft', nama_tagihan, periode && formatPeriode(periode)].filter(Boolean).join(' '),
  parts: [
    {
      table: 'billing_item',
      by: 'billing_id',
      acuan: {
        jenis_billing_id: 'jenis-billing',
        biaya_id: 'biaya',
        produk_jasa_id: 'produk-jasa',
        peserta_id: 'user',
        kursus_peserta_id: 'kursus-peserta',
        kursus_id: 'kursus',
        promo_id: 'promo',
        promo_kedua_id: 'promo',
      },
    },
  ],
  filters: {
    batal: (batal) =>
      batal ? sql<SqlBool>`billing.void_at is not null` : sql<SqlBool>`billing.void_at is null`,
    tunggakan: (late) => (late ? overdue() : sql<SqlBool>`not (${overdue()})`),
    peserta_id: (id) =>
      sql<SqlBool>`billing.id in (select i.billing_id from billing_item i where i.peserta_id = ${id})`,
    payment_id: (id) =>
      sql<SqlBool>`billing.id in (select a.billing_id from billing_payment_alokasi a where a.payment_id = ${id})`,
  },
  extras: async ({ trx, row }) => ({ items: (await itemsOf(trx, row.id)).map(inputOf) }),
  before: async ({ trx, ctx, input, current }) => {
    if (current?.void_at) throw conflict('Tagihan sudah dibatalkan')
    const stored = current ? await itemsOf(trx, current.id) : []
    if (current?.status === 1) {
      const locked = (
        ['akun_billing_id', 'gedung_id', 'periode', 'tanggal_terbit', 'kode_promo'] as const
      ).find((k) => input[k] !== current[k])
      if (locked)
        throw invalidField(
          locked,
          'Tidak dapat diubah setelah terbit. Batalkan dan buat yang baru.',
        )
      if (JSON.stringify(sentLines(input.items, stored)) !== JSON.stringify(stored.map(inputOf)))
        throw invalidField(
          'items',
          'Baris tidak dapat diubah setelah terbit. Batalkan dan buat yang baru.',
        )
      if (current.tanggal_terbit && input.jatuh_tempo < current.tanggal_terbit)
        throw invalidField('jatuh_tempo', 'Tidak boleh sebelum tanggal terbit')
      return
    }
    const issues = (
      await Promise.all(
        input.items.map((item, i) =>
          checkReferences(
            trx,
            ctx,
            (name) => references[name],
            BillingItemInput,
            item,
            stored.find((s) => s.id === item.id),
            `items.${i}.`,
          ),
        ),
      )
    ).flat()
    input.items.forEach((item, i) => {
      if (item.id !== undefined && !stored.some((s) => s.id === item.id))
        issues.push({ field: `items.${i}.id`, message: 'Baris ini bukan milik tagihan ini' })
      if (item.id !== undefined && input.items.findIndex((other) => other.id === item.id) < i)
        issues.push({ field: `items.${i}.id`, message: 'Baris ini sudah ada di atas' })
    })
    if (issues.length > 0) throw invalid(issues)
    const bill = { ...input, id: current?.id, sumber: current?.sumber ?? 'manual' }
    const ties = await checkCourseLines(trx, bill, input.items, stored)
    await refuseBilledTwice(trx, ctx.actor, current?.id, ties)
    await periksaBaris(
      trx,
      ctx.actor,
      input.items,
      stored,
      bill,
      current,
      await tautan(trx, input.items),
    )
    const { lines, kode_promo } = await hitungBaris(trx, input, stored, current)
    const totals = totalTagihan(lines)
    if (totals.total > maxRupiah) throw invalidField('items', 'Total tagihan terlalu besar')
    const payer = await trx
      .selectFrom('user')
      .leftJoin('akun_billing_profil', 'akun_billing_profil.user_id', 'user.id')
      .select(['user.name', 'user.alamat', 'nama_tagihan', 'alamat_tagihan'])
      .where('user.id', '=', input.akun_billing_id)
      .executeTakeFirstOrThrow()
    const samePayer = current?.akun_billing_id === input.akun_billing_id
    return {
      ...totals,
      kode_promo,
      sisa: totals.total,
      nama_tagihan: samePayer ? current.nama_tagihan : (payer.nama_tagihan ?? payer.name),
      alamat: input.alamat ?? (samePayer ? null : (payer.alamat_tagihan ?? payer.alamat)),
      ...(!current && {
        nomor: null,
        status: 0 as const,
        payment_status: 0 as const,
        terbayar: 0,
        sumber: 'manual' as const,
        generate_batch_id: null,
        void_at: null,
        void_by: null,
        void_alasan: null,
        diterbitkan_at: null,
        diterbitkan_oleh: null,
      }),
    }
  },
  after: async ({ trx, ctx, input, current, id }) => {
    if (current?.status === 1) return
    const stored = current ? await itemsOf(trx, id) : []
    const { lines } = await hitungBaris(trx, input, stored, current)
    // A draft that went to another payer, outlet or period no longer collects what is generated for the old one.
    if (
      current &&
      (input.akun_billing_id !== current.akun_billing_id ||
        input.gedung_id !== current.gedung_id ||
        input.periode !== current.periode)
    )
      await trx.updateTable('billing').set({ kunci_generate: null }).where('id', '=', id).execute()
    await trx.deleteFrom('billing_item').where('billing_id', '=', id).execute()
    if (
      (await insertCounted(
        trx,
        'billing_item',
        lines.map((line) => ({ ...line, billing_id: id })),
      )) === lines.length
    )
      return
    // Somebody else has stored one of the keys at this very moment: now it is seen.
    const bill = { ...input, id, sumber: current?.sumber ?? 'manual' }
    await refuseBilledTwice(trx, ctx.actor, id, await readTies(trx, bill, input.items, stored))
    await periksaBaris(
      trx,
      ctx.actor,
      input.items,
      stored,
      bill,
      current,
      await tautan(trx, input.items),
    )
    throw conflict('Salah satu baris baru saja ditagih di tagihan lain. Muat ulang lalu coba lagi.')
  },
  searchText: async ({ trx, id }) =>
    (
      await trx
        .selectFrom('billing_item')
        .innerJoin('user', 'user.id', 'billing_item.peserta_id')
        .select('user.name')
        .distinct()
        .where('billing_id', '=', id)
        .execute()
    )
      .map((r) => r.name)
      .join(' '),
  beforeDelete: async ({ row }) => {
    if (row.status !== 0)
      throw conflict('Tagihan yang sudah terbit tidak dihapus. Batalkan dengan alasan.')
  },
  actions: {
    terbitkan: async ({ trx, ctx, row }) => {
      const { failed } = await publishBills(trx, [row.id], await readSettings(trx), ctx.actor.id)
      if (failed[0]) throw failed[0].error
    },
    batalkan: ({ trx, ctx, row, input }) => voidBill(trx, row, input.alasan, ctx.actor.id),
    'hitung-ulang-promo': async ({ trx, ctx, row }) => {
      if (row.status !== 0) throw conflict('Tagihan sudah terbit: promonya tetap')
      await hitungUlangPromo(trx, row, await itemsOf(trx, row.id), ctx.actor.id)
    },
    'pakai-saldo': async ({ trx, ctx, row, input }) => {
      if (row.status !== 1 || row.void_at)
        throw conflict(
          `Tagihan ini tidak menunggu pembayaran: ${row.void_at ? 'sudah dibatalkan' : 'masih draft'}`,
        )
      if (row.sisa === 0) throw conflict(`Tagihan ${row.nomor} sudah lunas`)
      checkBookOpen(await readSettings(trx), hariIni())
      const saldo = await readSaldo(trx, row.akun_billing_id)
      const jumlah = input.jumlah ?? Math.min(saldo, row.sisa)
      if (jumlah === 0) throw conflict('Akun ini tidak punya saldo')
      if (jumlah > saldo) throw invalidField('jumlah', 'Melebihi saldo')
      if (jumlah > row.sisa) throw invalidField('jumlah', 'Melebihi sisa tagihan')
      await paySaldo(trx, row, jumlah, ctx.actor.id)
      await deriveBills(trx, [row.id], ctx.actor.id)
    },
  },
})
