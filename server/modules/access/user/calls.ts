/**
 * Calls about payers (open bills, students, and the bank accounts to which they may pay), the call
 * that reveals the encrypted numbers of a person, and the search for users with the same phone or
 * mail.
 */
import { sql, type SqlBool } from 'kysely'
import { BillingStatus, PaymentStatus, RoleId, UserStatus } from '#contract/enums.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { forbidden, invalidField, notFound } from '#server/errors.ts'
import { inScope, scopeOf, type Handlers } from '#server/http/calls.ts'
import { demand, type Ctx } from '#server/http/context.ts'
import { countAttempt, hourMs } from '#server/http/limits/attemptLimits.ts'
import { boundRoleOf } from '#server/modules/access/user/save/bounds.ts'
import { readRahasia } from '#server/modules/access/user/save/rahasia.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { readContents } from '#server/modules/billing/bills/billExpands.ts'
import { billingModule } from '#server/modules/billing/bills/billing.ts'
import { mutasiScope } from '#server/modules/billing/bills/scope.ts'
import { offeredBanks } from '#server/modules/billing/papers/offeredBanks.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { labelOutlet } from '#server/modules/scope.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

/** SQL condition that a bill is paid in full. Lists sort such bills last. */
const isPaid = sql<SqlBool>`payment_status = ${sql.lit(PaymentStatus.lunas)}`

/**
 * Maximum number of calls per hour with which a user reveals the encrypted numbers of another
 * person. It is enough for office work, and too small to copy the numbers of all people.
 */
const nikPerHour = 60

/** Reads a payer with billing name and saldo. Throws 404 when no payer has the id. */
const readOwedToPayer = async (db: Db, akun: number | null) => {
  const payer = await db
    .selectFrom('user')
    .innerJoin('akun_billing_profil', 'akun_billing_profil.user_id', 'user.id')
    .select(['user.id', 'user.name', 'nama_tagihan', 'phone', 'saldo_kredit'])
    .where('user.id', '=', akun ?? 0)
    .executeTakeFirst()
  if (!payer) throw notFound('Akun billing')
  return payer
}

/**
 * Returns the latest saldo entries of a payer that the caller may see, and the number of entries
 * that the caller may not see.
 */
const readMoves = async (ctx: Ctx, payer: number) => {
  const scope = mutasiScope(ctx.actor) ?? sql<SqlBool>`1 = 1`
  const moves = ctx.db.selectFrom('mutasi_saldo').where('akun_billing_id', '=', payer)
  const mutasi = await moves
    .select(['id', 'jenis', 'jumlah', 'keterangan', 'created_at'])
    .where(scope)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  const { n: mutasi_elsewhere } = await moves
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(sql<SqlBool>`not (${scope})`)
    .executeTakeFirstOrThrow()
  return { mutasi, mutasi_elsewhere }
}

export const userCalls: Pick<
  Handlers,
  'infoBilling' | 'infoPeserta' | 'listPaymentBank' | 'showNik' | 'duplicateUsers'
> = {
  showNik: async (ctx, { alasan }, { id }) => {
    const self = id === ctx.actor.id
    if (!self) {
      demand(ctx.actor, 'user/lihat-nik')
      await inScope(ctx, userModule, id)
      if (alasan === null) throw invalidField('alasan', 'Wajib diisi')
      await countAttempt(ctx.db, { [`lihat-nik:${ctx.actor.id}`]: nikPerHour }, hourMs)
    }
    return transaction(ctx.db, async (trx) => {
      const { role_id } = await trx
        .selectFrom('user')
        .select('role_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (
        !self &&
        ctx.actor.dasar === RoleId.sales &&
        (await boundRoleOf(trx, role_id)).dasar === RoleId.pelatih
      )
        throw forbidden('Sales tidak melihat data pribadi guru')
      const secrets = await readRahasia(trx, ctx.dataKeys, id)
      const { gedung_id } = await trx
        .selectFrom('user')
        .select('gedung_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const columns = Object.entries(secrets).flatMap(([kolom, value]) =>
        value === null ? [] : [kolom],
      )
      await auditEvent(trx, ctx, {
        aksi: 'lihat-nik',
        entitas: 'user',
        entitas_id: id,
        sesudah: JSON.stringify({ kolom: columns }),
        alasan,
        gedung_id,
      })
      return secrets
    })
  },
  duplicateUsers: async (ctx, _, { phone, email, kecuali }) => {
    if (phone === null && email === null) return []
    const rows = await ctx.db
      .selectFrom('user')
      .leftJoin('gedung', 'gedung.id', 'user.gedung_id')
      .select([
        'user.id',
        'user.name',
        'user.role_id',
        'user.status',
        'user.phone',
        'user.email',
        'gedung.id as gedung_id',
        'gedung.nama as gedung',
      ])
      .where((eb) =>
        eb.or([
          ...(phone === null ? [] : [eb('user.phone', '=', phone)]),
          ...(email === null ? [] : [eb('user.email', '=', email)]),
        ]),
      )
      .where('user.status', '<>', UserStatus.dihapus)
      .where('user.id', '<>', Number(kecuali ?? 0))
      .where(scopeOf(ctx, userModule))
      .orderBy('name_kunci')
      .orderBy('user.id')
      .limit(10)
      .execute()
    return rows.map(({ phone: p, email: e, gedung_id, gedung, ...row }) => ({
      ...row,
      gedung:
        gedung_id === null || gedung === null
          ? null
          : labelOutlet(ctx.actor, { id: gedung_id, nama: gedung }).nama,
      sama: [
        ...(p !== null && p === phone ? ['phone' as const] : []),
        ...(e !== null && e === email ? ['email' as const] : []),
      ],
    }))
  },
  infoBilling: async (ctx, _, { id }) => {
    const { db } = ctx
    await inScope(ctx, userModule, id)
    const person = await db
      .selectFrom('user')
      .innerJoin('role', 'role.id', 'user.role_id')
      .select(['akun_billing_id', 'role_id', 'dasar_role_id'])
      .where('user.id', '=', id)
      .executeTakeFirstOrThrow()
    const akun =
      (person.dasar_role_id ?? person.role_id) === RoleId.akunBilling ? id : person.akun_billing_id
    const payer = await readOwedToPayer(db, akun)
    const live = db
      .selectFrom('billing')
      .where('akun_billing_id', '=', payer.id)
      .where('status', '=', BillingStatus.terbit)
      .where('void_at', 'is', null)
      .where(scopeOf(ctx, billingModule))
    const sums = await live
      .select((eb) => [
        'payment_status',
        eb.fn.countAll<number>().as('jumlah'),
        eb.fn.sum<number>('sisa').as('sisa'),
        eb.fn.sum<number>('total').as('total'),
      ])
      .groupBy('payment_status')
      .execute()
    const sumOf = (status: number) => {
      const sum = sums.find((s) => s.payment_status === status)
      return { jumlah: sum?.jumlah ?? 0, sisa: sum?.sisa ?? 0, total: sum?.total ?? 0 }
    }
    const [unpaid, partly, paid] = [
      sumOf(PaymentStatus.belum),
      sumOf(PaymentStatus.sebagian),
      sumOf(PaymentStatus.lunas),
    ]
    const tagihan = await live
      .select([
        'id',
        'nomor',
        'periode',
        'jatuh_tempo',
        'total',
        'terbayar',
        'sisa',
        'payment_status',
        'gedung_id',
        'nama_tagihan',
      ])
      .select(
        sql<number>`case when exists (select 1 from konfirmasi_tagihan t join konfirmasi_pembayaran k on k.id = t.konfirmasi_id where t.billing_id = billing.id and k.status = 'menunggu') then 1 else 0 end`.as(
          'menunggu',
        ),
      )
      .orderBy(sql`case when ${isPaid} then 1 else 0 end`)
      .orderBy(sql`case when ${isPaid} then null else jatuh_tempo end`)
      .orderBy('id', (o) => o.desc())
      .limit(50)
      .execute()
    const contents = await readContents(
      db,
      tagihan.map((bill) => bill.id),
    )
    const { mutasi, mutasi_elsewhere } = await readMoves(ctx, payer.id)
    const { saldo_kredit, ...akun_billing } = payer
    return {
      akun_billing,
      saldo_kredit,
      belum_terbayar: { jumlah: unpaid.jumlah, sisa: unpaid.sisa },
      terbayar_sebagian: { jumlah: partly.jumlah, sisa: partly.sisa },
      lunas: { jumlah: paid.jumlah, total: paid.total },
      tagihan: tagihan.map(({ menunggu, ...bill }) => ({
        ...bill,
        menunggu: menunggu === 1,
        untuk: contents.get(bill.id) ?? [],
      })),
      mutasi,
      mutasi_elsewhere,
    }
  },
  infoPeserta: async (ctx, _, { id }) => {
    await inScope(ctx, userModule, id)
    const students = await ctx.db
      .selectFrom('user')
      .innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
      .select(['user.id', 'name', 'nama_panggilan', 'status', 'no_induk'])
      .where((eb) => eb.or([eb('akun_billing_id', '=', id), eb('user.id', '=', id)]))
      .where(scopeOf(ctx, userModule))
      .orderBy('name_kunci')
      .limit(200)
      .execute()
    if (students.length === 0) return []
    const classes = await ctx.db
      .selectFrom('kursus_peserta')
      .innerJoin('kursus', 'kursus.id', 'kursus_peserta.kursus_id')
      .innerJoin('kursus_pelatih', 'kursus_pelatih.id', 'kursus_peserta.kursus_pelatih_id')
      .select([
        'kursus_peserta.id',
        'peserta_id',
        'kursus_peserta.status',
        'kursus_peserta.mulai',
        'kursus_peserta.selesai',
        'kursus.nama as kursus',
        'kursus_pelatih.nama as kelas',
      ])
      .where(
        'peserta_id',
        'in',
        students.map((s) => s.id),
      )
      .where(scopeOf(ctx, kursusPesertaModule))
      .orderBy('kursus_peserta.mulai', 'desc')
      .execute()
    const byStudent = Map.groupBy(classes, (c) => c.peserta_id)
    return students.map((s) => ({
      ...s,
      kursus_peserta: (byStudent.get(s.id) ?? []).map(({ peserta_id: _id, ...rest }) => rest),
    }))
  },
  listPaymentBank: async (ctx, _, { id }) => {
    await inScope(ctx, userModule, id)
    return (await offeredBanks(ctx.db, [id])).get(id) ?? []
  },
}
