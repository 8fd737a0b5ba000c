/** Amounts of the lines of a draft: what was typed, what was generated, and promos (domain.md 3.4). */
import type { Selectable } from 'kysely'
import {
  alasanDiskon,
  diskonManual,
  hariPromo,
  nilaiPromo,
  simpanPromo,
  tanpaPromo,
  type PromoBaris,
} from '#contract/rules/promo.ts'
import { hitungItem, totalTagihan } from '#contract/rules/tagihan.ts'
import { hariIni } from '#contract/rules/tanggal.ts'
import type { Tables, Trx } from '#server/db/tables.ts'
import { invalidField } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { isUntiedTuition, readTies } from '#server/modules/billing/courseLines.ts'
import { kunciBaris, periodeBiaya, tautan } from '#server/modules/billing/tautan.ts'
import { promoDraft, sifatBiaya } from '#server/modules/promo/baca.ts'
import { readSettings } from '#server/settings.ts'

type Item = Selectable<Tables['billing_item']>
type Line = Omit<Item, 'id' | 'billing_id' | 'stok_diambil'>
interface Input {
  id?: number | undefined
  jenis_billing_id: number
  biaya_id: number | null
  produk_jasa_id: number | null
  peserta_id: number | null
  kursus_peserta_id: number | null
  deskripsi: string
  qty: number
  harga_satuan: number
  diskon: number
  diskon_alasan: string | null
  alasan_manual: string | null
}
interface Kepala {
  akun_billing_id: number
  gedung_id: number
  periode: string | null
  tanggal_terbit: string | null
  kode_promo: string | null
}

/** Promos that lines have already stay, without those of another code; on a line whose amount has changed they are computed anew. */
const simpanan = async (
  trx: Trx,
  kode: string | null,
  pembulatan: number,
  lines: readonly { old: Item | undefined; sama: boolean; jumlah_bruto: number }[],
): Promise<PromoBaris[]> => {
  const ids = [
    ...new Set(
      lines.flatMap(({ old }) =>
        [old?.promo_id, old?.promo_kedua_id].filter((id) => typeof id === 'number'),
      ),
    ),
  ]
  if (ids.length === 0) return lines.map(() => tanpaPromo)
  const rows = await trx
    .selectFrom('promo')
    .select(['id', 'nama', 'kode', 'tipe', 'nilai', 'maks_diskon'])
    .where('id', 'in', ids)
    .execute()
  const promos = new Map(rows.map((p) => [p.id, p]))
  return lines.map(({ old, sama, jumlah_bruto }) => {
    if (!old) return tanpaPromo
    let neto = jumlah_bruto
    const list = (
      [
        [old.promo_id, old.promo_diskon],
        [old.promo_kedua_id, old.promo_kedua_diskon],
      ] as const
    ).flatMap(([id, before]) => {
      const p = id === null ? undefined : promos.get(id)
      if (!p || (p.kode !== null && p.kode !== kode)) return []
      const diskon = sama ? before : Math.min(neto, nilaiPromo(p, jumlah_bruto, pembulatan))
      neto -= diskon
      return diskon === 0 ? [] : [{ id: p.id, diskon }]
    })
    return simpanPromo(list, promos)
  })
}

/**
 * The lines of a draft with their amounts. A line that is tied to an enrolment keeps its course, its key, its proration and its promos. One that has
 * just been tied, and a code that is new or whose draft has changed, compute the draft's promos anew; throws 422 with the reason when the code gives
 * nothing. `ulang` computes them anew in any case, and drops a code that gives nothing any more.
 */
export const hitungBaris = async (
  trx: Trx,
  input: Kepala & { items: readonly Input[] },
  stored: readonly Item[],
  current: (Kepala & { id: number; sumber: string }) | undefined,
  ulang = false,
): Promise<{ lines: Line[]; kode_promo: string | null }> => {
  const { pembulatan, ppn_persen } = await readSettings(trx)
  const kinds = new Map(
    (await trx.selectFrom('jenis_billing').select(['id', 'sifat', 'ppn_kena']).execute()).map(
      (j) => [j.id, j],
    ),
  )
  const kode = input.kode_promo?.trim().toUpperCase() || null
  const links = await tautan(trx, input.items)
  const head = { periode: input.periode, sumber: current?.sumber ?? 'manual' }
  const ties = await readTies(trx, head, input.items, stored)
  const lines = input.items.map((item, i) => {
    const old = stored.find((s) => s.id === item.id)
    const tie = ties[i]
    const prorata = tie?.prorata ?? null
    const untied = isUntiedTuition(item, { sifat: kinds.get(item.jenis_billing_id)?.sifat }, tie)
    const fee = item.biaya_id !== null || (tie === undefined && (old?.biaya_id ?? null) !== null)
    const periode = tie
      ? tie.periode
      : fee
        ? periodeBiaya(item, old, head, links)
        : untied
          ? input.periode
          : null
    // Whether a product bears PPN is its own affair, not that of its kind of billing.
    const kena =
      item.produk_jasa_id === null
        ? kinds.get(item.jenis_billing_id)?.ppn_kena === 1
        : links.produk.get(item.produk_jasa_id)?.ppn_kena
    const rate = tie?.tuition
      ? tie.tuition.ppn_persen
      : old?.jenis_billing_id === item.jenis_billing_id &&
          old.produk_jasa_id === item.produk_jasa_id
        ? old.ppn_persen
        : kena
          ? ppn_persen
          : 0
    const amounts = {
      qty: item.qty,
      harga_satuan: item.harga_satuan,
      prorata,
      pembulatan,
      ppn_persen: rate,
    }
    const { jumlah_bruto } = hitungItem({ ...amounts, diskon: 0 })
    const kin =
      old !== undefined &&
      old.jenis_billing_id === item.jenis_billing_id &&
      old.peserta_id === item.peserta_id
    return {
      item,
      old: kin ? old : undefined,
      from: old,
      sama: kin && old.jumlah_bruto === jumlah_bruto,
      jumlah_bruto,
      amounts,
      prorata,
      tie,
      fee,
      periode,
    }
  })
  const heads = (['akun_billing_id', 'gedung_id', 'periode', 'tanggal_terbit'] as const).every(
    (k) => input[k] === current?.[k],
  )
  const unchanged =
    heads &&
    kode === current?.kode_promo &&
    lines.length === stored.length &&
    lines.every((l) => l.sama)
  let kode_promo = kode
  let promos: PromoBaris[]
  const tied = ties.some((t) => t && !t.kept)
  if (ulang || tied || (kode !== null && !unchanged)) {
    const { zona_waktu } = await trx
      .selectFrom('gedung')
      .select('zona_waktu')
      .where('id', '=', input.gedung_id)
      .executeTakeFirstOrThrow()
    const tanggal = hariPromo(input.tanggal_terbit, hariIni(zona_waktu))
    const draft = await promoDraft(trx, {
      billing_id: current?.id,
      akun: input.akun_billing_id,
      gedung_id: input.gedung_id,
      periode: input.periode ?? tanggal.slice(0, 7),
      tanggal,
      kode,
      pembulatan,
      items: lines.map(({ item, tie, periode, jumlah_bruto }) => {
        const sifat = kinds.get(item.jenis_billing_id)?.sifat ?? 'lain'
        const course = tie?.enrolment && {
          id: tie.enrolment.kursus_id,
          kategori: tie.enrolment.kategori,
          mulai: tie.enrolment.mulai,
        }
        return {
          peserta_id: item.peserta_id,
          kursus_peserta_id: tie?.kursus_peserta_id ?? null,
          kursus: course,
          sifat: item.biaya_id === null ? sifat : sifatBiaya(sifat),
          periode,
          bruto: jumlah_bruto,
        }
      }),
    })
    const coded = draft.promo.find((p) => p.kode !== null)
    const verdicts = draft.hasil.putusan.filter((v) => v.promo_id === coded?.id)
    const given = verdicts.some((v) => v.alasan === null)
    if (kode !== null && !given && !ulang)
      throw invalidField(
        'kode_promo',
        coded
          ? `${coded.nama}: ${verdicts[0]?.alasan ?? 'Tidak ada yang dipotong'}`
          : 'Kode promo tidak dikenal',
      )
    if (!given) kode_promo = null
    promos = draft.baris
  } else promos = await simpanan(trx, kode, pembulatan, lines)
  return {
    kode_promo,
    lines: lines.map(({ item, from, amounts, prorata, tie, fee, periode }, i) => {
      const promo = promos[i] ?? tanpaPromo
      const {
        jenis_billing_id,
        biaya_id,
        produk_jasa_id,
        peserta_id,
        deskripsi,
        qty,
        harga_satuan,
      } = item
      return {
        jenis_billing_id,
        biaya_id,
        produk_jasa_id,
        peserta_id,
        deskripsi,
        qty,
        harga_satuan,
        urutan: i + 1,
        ppn_persen: amounts.ppn_persen,
        ...hitungItem({
          ...amounts,
          promo: [{ nominal: promo.promo_diskon }],
          kode_promo: [{ nominal: promo.promo_kedua_diskon }],
          diskon: item.diskon,
        }),
        ...promo,
        diskon_alasan: alasanDiskon(promo, item.diskon_alasan),
        alasan_manual: item.alasan_manual,
        kursus_peserta_id: tie?.kursus_peserta_id ?? null,
        kursus_id: tie?.kursus_id ?? null,
        periode,
        prorata_pembilang: prorata?.pembilang ?? null,
        prorata_penyebut: prorata?.penyebut ?? null,
        kunci_unik: tie ? tie.kunci_unik : fee ? kunciBaris(item, from, head, links) : null,
      }
    }),
  }
}

/** Computes the promos of a draft anew, as they hold today; what was typed stays. */
export const hitungUlangPromo = async (
  trx: Trx,
  bill: Kepala & { id: number; versi: number; sumber: string },
  stored: readonly Item[],
  by: number,
): Promise<void> => {
  const { lines, kode_promo } = await hitungBaris(
    trx,
    { ...bill, items: stored.map((item) => ({ ...item, ...diskonManual(item) })) },
    stored,
    bill,
    true,
  )
  for (const [
    i,
    {
      diskon,
      diskon_alasan,
      ppn,
      jumlah,
      promo_id,
      promo_diskon,
      promo_kedua_id,
      promo_kedua_diskon,
      promo_alasan,
    },
  ] of lines.entries())
    await trx
      .updateTable('billing_item')
      .set({
        diskon,
        diskon_alasan,
        ppn,
        jumlah,
        promo_id,
        promo_diskon,
        promo_kedua_id,
        promo_kedua_diskon,
        promo_alasan,
      })
      .where('id', '=', stored[i]?.id ?? 0)
      .execute()
  const totals = totalTagihan(lines)
  await trx
    .updateTable('billing')
    .set({
      ...totals,
      sisa: totals.total,
      kode_promo,
      versi: bill.versi + 1,
      updated_at: now(),
      updated_by: by,
    })
    .where('id', '=', bill.id)
    .execute()
}
