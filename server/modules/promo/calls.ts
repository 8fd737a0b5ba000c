/** Trying promos out, and the bills that have used one. */
import { formatPeriode } from '#contract/rules/tanggal.ts'
import { invalidField } from '#server/errors.ts'
import { inScope, scopeOf, type Handlers } from '#server/http/calls.ts'
import { rowExists } from '#server/http/rows.ts'
import { billingModule } from '#server/modules/billing/billing.ts'
import { hargaPeriode } from '#server/modules/master/harga.ts'
import { promoDraft, type BarisDraft } from '#server/modules/promo/baca.ts'
import { promoModule } from '#server/modules/promo/promo.ts'
import { userModule } from '#server/modules/user/user.ts'
import { readSettings } from '#server/settings.ts'

const whole = (text: string | undefined, usual: number, max: number): number =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Math.min(Number(text), max) : usual

export const promoCalls: Pick<Handlers, 'promoCoba' | 'promoPemakaian'> = {
  promoCoba: async (ctx, { peserta_id, kursus, tanggal, kode }) => {
    const { db } = ctx
    const student = await db
      .selectFrom('user')
      .innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
      .leftJoin('user as payer', 'payer.id', 'user.akun_billing_id')
      .select(['user.gedung_id', 'user.akun_billing_id', 'payer.name as akun'])
      .where('user.id', '=', peserta_id)
      .executeTakeFirst()
    if (!student || !(await rowExists(db, userModule, ctx.actor, peserta_id)))
      throw invalidField('peserta_id', 'Peserta tidak ditemukan')
    if (kursus.length === 0 || kursus.length > 20)
      throw invalidField('kursus', 'Pilih 1 sampai 20 kursus')
    const courses = await db
      .selectFrom('kursus')
      .select(['id', 'nama', 'kategori_kursus_id', 'biaya_bulanan', 'biaya_pendaftaran'])
      .where('id', 'in', kursus)
      .orderBy('nama')
      .orderBy('id')
      .execute()
    if (courses.length < new Set(kursus).size)
      throw invalidField('kursus', 'Kursus tidak ditemukan')
    const taken = await db
      .selectFrom('kursus_peserta')
      .select(['id', 'kursus_id', 'gedung_id', 'biaya_bulanan_khusus'])
      .where('peserta_id', '=', peserta_id)
      .where('kursus_id', 'in', kursus)
      .where('status', 'in', [1, 2])
      .execute()
    const periode = tanggal.slice(0, 7)
    const hargaOf = await hargaPeriode(db, periode, kursus)
    const rows = courses.flatMap((k): (BarisDraft & { deskripsi: string })[] => {
      const own = taken.find((t) => t.kursus_id === k.id)
      const gedung_id = own?.gedung_id ?? student.gedung_id ?? 0
      const line = {
        peserta_id,
        kursus_peserta_id: null,
        gedung_id,
        kursus: { id: k.id, kategori: k.kategori_kursus_id, mulai: tanggal },
      }
      return [
        {
          ...line,
          sifat: 'kursus',
          periode,
          bruto: own?.biaya_bulanan_khusus ?? hargaOf(k, gedung_id).biaya_bulanan,
          deskripsi: `${k.nama} – ${formatPeriode(periode)}`,
        },
        ...(!own && k.biaya_pendaftaran
          ? [
              {
                ...line,
                sifat: 'pendaftaran' as const,
                periode: null,
                bruto: k.biaya_pendaftaran,
                deskripsi: `Pendaftaran ${k.nama}`,
              },
            ]
          : []),
      ]
    })
    const { pembulatan } = await readSettings(db)
    const { hasil, promo, lain } = await promoDraft(db, {
      billing_id: undefined,
      akun: student.akun_billing_id ?? 0,
      gedung_id: student.gedung_id ?? 0,
      kode: kode?.trim().toUpperCase() || null,
      periode,
      tanggal,
      pembulatan,
      items: rows,
      semua: true,
    })
    const names = new Map(promo.map((p) => [p.id, p.nama]))
    const given = new Map(hasil.baris.map((b) => [b.id, b]))
    return {
      akun_billing: student.akun,
      kursus_lain: lain,
      baris: rows.map(({ deskripsi, bruto }, i) => {
        const b = given.get(i + 1)
        return {
          id: i + 1,
          deskripsi,
          bruto,
          diskon: b?.diskon ?? 0,
          promo: (b?.promo ?? []).map((d) => names.get(d.id) ?? ''),
        }
      }),
      promo: promo
        .map(({ id, nama, kode: own }) => {
          const putusan = hasil.putusan
            .filter((v) => v.promo_id === id)
            .map(({ baris_id, diskon, alasan }) => ({ baris_id, diskon, alasan }))
            .toSorted((a, b) => a.baris_id - b.baris_id)
          return {
            id,
            nama,
            kode: own,
            diskon: putusan.reduce((sum, v) => sum + v.diskon, 0),
            putusan,
          }
        })
        .toSorted(
          (a, b) => b.diskon - a.diskon || a.nama.localeCompare(b.nama, 'id') || a.id - b.id,
        ),
    }
  },
  promoPemakaian: async (ctx, _, { id, page, 'per-page': rows }) => {
    const perPage = whole(rows, 20, 100)
    await inScope(ctx, promoModule, id)
    const own = ctx.db
      .selectFrom('promo_pemakaian as u')
      .innerJoin('billing_item as i', 'i.id', 'u.billing_item_id')
      .innerJoin('billing', 'billing.id', 'i.billing_id')
      .where('u.promo_id', '=', id)
      .where(scopeOf(ctx, billingModule))
    const { total } = await own
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const baris = await own
      .leftJoin('user as p', 'p.id', 'i.peserta_id')
      .select([
        'u.id',
        'billing.id as billing_id',
        'billing.nomor',
        'billing.nama_tagihan',
        'p.name as peserta',
        'i.deskripsi',
        'u.diskon',
        'u.created_at',
        'u.dibatalkan_at',
      ])
      .orderBy('u.id', 'desc')
      .limit(perPage)
      .offset(
        (Math.min(whole(page, 1, 1e9), Math.max(1, Math.ceil(total / perPage))) - 1) * perPage,
      )
      .execute()
    return { total, baris }
  },
}
