/** What a monthly generation will make, computed without writing (domain.md 3.2, 3.3): the preview shows it and the run stores it. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { PratinjauBaris } from '#contract/calls.ts'
import { alasanDiskon, tanpaPromo, type PromoBaris } from '#contract/rules/promo.ts'
import { hitungItem, tanggalGenerate } from '#contract/rules/tagihan.ts'
import { firstDay, hariIni, lastDay } from '#contract/rules/tanggal.ts'
import type { Settings } from '#contract/settings.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import type { Actor } from '#server/http/context.ts'
import {
  berlakuUntuk,
  biayaBulanan,
  deskripsiBiaya,
  kunciBulanan,
} from '#server/modules/billing/biaya.ts'
import {
  enrolmentColumns,
  enrolmentTables,
  tuitionOfMonth,
  type Enrolment,
  type Hasil,
} from '#server/modules/billing/tuition.ts'
import { describeUntied, readUntied } from '#server/modules/billing/untied.ts'
import {
  bacaIkut,
  bacaTetap,
  barisTetap,
  promoOtomatis,
  sifatBiaya,
} from '#server/modules/promo/baca.ts'
import { outlets, seesAllOutlets } from '#server/modules/scope.ts'
import { mapInTurns } from '#server/turns.ts'

export interface PlanOptions {
  periode: string
  gedung_id?: readonly number[] | undefined
  mode: Settings['mode_tagihan']
}
type Baris = z.infer<typeof PratinjauBaris>
/** A planned line: what the preview shows, and what the stored line needs besides. */
export interface PlannedLine extends Baris, PromoBaris {
  /** Null for tuition: its kind is a setting. */ jenis_billing_id: number | null
  kursus_id: number
  harga_satuan: number
  ppn_persen: number
  ppn: number
  jumlah_bruto: number
  /** Who will be billed; only on lines that will be made. */ payer?: Payer
}
export interface Payer {
  id: number
  nama_tagihan: string
  alamat: string | null
}
export type MadeLine = PlannedLine & { payer: Payer }
export interface Plan {
  tanggal_terbit: string
  jatuh_tempo: string
  lines: PlannedLine[]
}
/** The lines of a plan that will be stored. */
export const madeLines = (plan: Plan): MadeLine[] =>
  plan.lines.filter((line): line is MadeLine => line.payer !== undefined)

/** Key under which a generated draft collects its lines: one per payer, outlet and period (and student, in that mode). */
export const draftKey = (line: Baris, { periode, mode }: PlanOptions): string =>
  `ab:${line.akun_billing_id}:${line.gedung_id}:${periode}${mode === 'per_peserta' ? `:${line.peserta_id}` : ''}`

/** Keys of drafts that are still open and will collect the new lines, so that no bill is made for them. */
export const openDrafts = async (
  db: Db | Trx,
  keys: readonly string[],
): Promise<Map<string, number>> => {
  const found = new Map<string, number>()
  for (let i = 0; i < keys.length; i += 1000)
    for (const row of await db
      .selectFrom('billing')
      .select(['id', 'kunci_generate'])
      .where('kunci_generate', 'in', keys.slice(i, i + 1000))
      .execute())
      if (row.kunci_generate !== null) found.set(row.kunci_generate, row.id)
  return found
}

const nothing = { jumlah: 0, jumlah_bruto: 0, ppn: 0, ppn_persen: 0 }
/** Who is billed for an enrolment, or why nobody is. */
const payerOf = (r: {
  akun: number | null
  akun_status: number | null
  nama_tagihan: string | null
  alamat: string | null
  blokir: number | null
}): Payer | 'tanpa_akun' | 'diblokir' =>
  r.akun === null || r.akun_status !== 10 || r.nama_tagihan === null
    ? 'tanpa_akun'
    : r.blokir === 1
      ? 'diblokir'
      : { id: r.akun, nama_tagihan: r.nama_tagihan, alamat: r.alamat }
/** Enrolments in these states are no lessons in the period: nobody pays a monthly fee for them. */
const tanpaPelajaran: readonly Hasil[] = ['cuti', 'belum_mulai', 'selesai', 'tidak_aktif']

/** Every enrolment that touches the period, with what will become of it, and the monthly fees, once for each student. */
export const planGeneration = async (
  db: Db | Trx,
  actor: Actor,
  settings: Settings,
  options: PlanOptions,
): Promise<Plan> => {
  const { periode } = options
  const [first, last] = [firstDay(periode), lastDay(periode)]
  const chosen = options.gedung_id?.length
    ? sql`and kp.gedung_id in (${sql.join([...options.gedung_id])})`
    : sql``
  const scope = seesAllOutlets(actor) ? sql`` : sql`and kp.gedung_id in (${outlets(actor)})`
  interface Row extends Enrolment {
    peserta: string
    akun: number | null
    akun_status: number | null
    akun_nama: string | null
    nama_tagihan: string | null
    alamat: string | null
    blokir: number | null
    gedung: string
    ada: number | null
    promo_id: number | null
    promo_kedua_id: number | null
  }
  const { rows } = await sql<Row>`
    select ${enrolmentColumns}, p.name as peserta, a.id as akun, a.status as akun_status, a.name as akun_nama, ab.nama_tagihan,
      coalesce(ab.alamat_tagihan, a.alamat) as alamat, ab.blokir_tagihan as blokir, g.nama as gedung, bi.id as ada, bi.promo_id, bi.promo_kedua_id
    from ${enrolmentTables} join "user" p on p.id = kp.peserta_id join gedung g on g.id = kp.gedung_id
      left join "user" a on a.id = coalesce(p.akun_billing_id, kp.akun_billing_id) left join akun_billing_profil ab on ab.user_id = a.id
      left join billing_item bi on bi.kunci_unik = 'kp:' || kp.id || ':' || ${periode}
    where (kp.status in (1, 2) or (kp.mulai <= ${last} and kp.selesai >= ${first})) ${chosen} ${scope}
    order by p.name_kunci, kp.id`.execute(db)
  const tuitionOf = await tuitionOfMonth(db, settings, periode)
  const untied = await readUntied(db, actor, periode)
  const lines = await mapInTurns(rows, (r): PlannedLine => {
    const tuition = tuitionOf(r)
    const base = {
      kursus_peserta_id: r.id,
      biaya_id: null,
      jenis_billing_id: null,
      peserta_id: r.peserta_id,
      peserta: r.peserta,
      akun_billing_id: r.akun,
      akun_billing: r.nama_tagihan ?? r.akun_nama,
      gedung_id: r.gedung_id,
      gedung: r.gedung,
      kursus: r.kursus,
      kursus_id: r.kursus_id,
      harga_satuan: tuition.harga_satuan,
      deskripsi: tuition.deskripsi,
      prorata_pembilang: tuition.prorata?.pembilang ?? null,
      prorata_penyebut: tuition.prorata?.penyebut ?? null,
      ...tanpaPromo,
      diskon: 0,
      promo: null,
      promo_dekat: null,
      tanpa_jadwal: null,
    }
    const skipped = (hasil: Hasil): PlannedLine => ({ ...base, hasil, ...nothing })
    if (r.ada !== null) return skipped('ada')
    if (r.status === 0 || r.status === 9) return skipped('tidak_aktif')
    if (tuition.noLessons) return skipped(tuition.noLessons)
    const payer = payerOf(r)
    if (typeof payer === 'string') return skipped(payer)
    if (tuition.noPrice) return skipped(tuition.noPrice)
    const { jumlah, jumlah_bruto, ppn } = tuition.amounts
    const tanpa_jadwal = untied.get(r.peserta_id)?.map(describeUntied).join('; ') ?? null
    return {
      ...base,
      hasil: 'dibuat',
      jumlah,
      jumlah_bruto,
      ppn,
      ppn_persen: tuition.ppn_persen,
      payer,
      tanpa_jadwal,
    }
  })
  const dates = tanggalGenerate({
    periode,
    hari_terbit: settings.hari_terbit,
    jatuh_tempo_hari: settings.jatuh_tempo_hari,
    hariIni: hariIni(),
    paling_awal: settings.tanggal_mulai_sekolah,
  })
  const { daftar, ada } = await biayaBulanan(db, periode)
  const fees = daftar.map((biaya) => {
    const ppn_persen = biaya.ppn_kena ? settings.ppn_persen : 0
    const { jumlah, jumlah_bruto, ppn } = hitungItem({
      qty: 1,
      harga_satuan: biaya.nominal,
      pembulatan: settings.pembulatan,
      diskon: 0,
      ppn_persen,
    })
    return {
      biaya,
      amounts: { jumlah, jumlah_bruto, ppn, ppn_persen },
      own: {
        biaya_id: biaya.id,
        jenis_billing_id: biaya.jenis_billing_id,
        harga_satuan: biaya.nominal,
        deskripsi: deskripsiBiaya(biaya.nama, periode),
        prorata_pembilang: null,
        prorata_penyebut: null,
        ...tanpaPromo,
        diskon: 0,
        promo: null,
        promo_dekat: null,
        tanpa_jadwal: null,
      },
    }
  })
  const charged = new Set<string>()
  /** The monthly fees that come with an enrolment: each with the student's first one for which it holds. */
  const monthly = (r: (typeof rows)[number], line: PlannedLine): PlannedLine[] =>
    fees.flatMap(({ biaya, amounts, own }) => {
      const key = kunciBulanan(biaya.id, r.peserta_id, periode)
      if (
        tanpaPelajaran.includes(line.hasil) ||
        charged.has(key) ||
        !berlakuUntuk(biaya, r.gedung_id, r.kursus_id)
      )
        return []
      charged.add(key)
      const payer = ada.has(key) ? 'ada' : payerOf(r)
      const { payer: _, ...student } = line
      return [
        typeof payer === 'string'
          ? { ...student, ...own, ...nothing, hasil: payer }
          : { ...student, ...own, ...amounts, hasil: 'dibuat', payer },
      ]
    })
  const all =
    daftar.length === 0
      ? lines
      : (
          await mapInTurns(lines, (line, i) => {
            const r = rows[i]
            return r ? [line, ...monthly(r, line)] : [line]
          })
        ).flat()
  const mulai = new Map(rows.map((r) => [r.id, r]))
  const { beri, dekat } = await promoOtomatis(db, {
    periode,
    pembulatan: settings.pembulatan,
    // The family is whole: what it has at other outlets, or on bills that are there already, counts for its order.
    baris: async () => {
      const dibuat = new Set(lines.flatMap((l) => (l.payer ? [l.kursus_peserta_id] : [])))
      const others = (await bacaIkut(db, periode)).filter((i) => !dibuat.has(i.id))
      const tetap = await bacaTetap(
        db,
        others.flatMap((o) => [o.promo_id, o.promo_kedua_id]),
      )
      const kinds = new Map(
        (await db.selectFrom('jenis_billing').select(['id', 'sifat']).execute()).map((k) => [
          k.id,
          k.sifat,
        ]),
      )
      const made = (
        await mapInTurns(all, (l, id) => {
          const r = l.biaya_id === null ? mulai.get(l.kursus_peserta_id) : undefined
          return l.payer
            ? [
                {
                  id,
                  akun: l.payer.id,
                  peserta_id: l.peserta_id,
                  kursus_peserta_id: r?.id ?? null,
                  mulai: r?.mulai ?? null,
                  kursus_id: r?.kursus_id ?? null,
                  kategori_kursus_id: r?.kategori ?? null,
                  mulai_pertama: null,
                  gedung_id: l.gedung_id,
                  sifat:
                    l.biaya_id === null
                      ? ('kursus' as const)
                      : sifatBiaya(kinds.get(l.jenis_billing_id ?? 0)),
                  tanggal: first,
                  bruto: l.jumlah_bruto,
                },
              ]
            : []
        })
      ).flat()
      return [
        ...made,
        ...others.map((o) => ({
          ...barisTetap(o, tetap(o.promo_id, o.promo_kedua_id)),
          akun: o.akun,
        })),
      ]
    },
  })
  return {
    ...dates,
    lines:
      beri.size === 0 && dekat.size === 0
        ? all
        : await mapInTurns(all, (l, id) => {
            const near = dekat.get(id) ?? null
            const promo = beri.get(id)
            if (!promo) return near === null ? l : { ...l, promo_dekat: near }
            const part =
              l.prorata_pembilang !== null && l.prorata_penyebut !== null
                ? { pembilang: l.prorata_pembilang, penyebut: l.prorata_penyebut }
                : null
            return {
              ...l,
              ...promo,
              ...hitungItem({
                qty: 1,
                harga_satuan: l.harga_satuan,
                prorata: part,
                pembulatan: settings.pembulatan,
                promo: [{ nominal: promo.promo_diskon }],
                diskon: 0,
                ppn_persen: l.ppn_persen,
              }),
              promo: alasanDiskon(promo, null),
              promo_dekat: near,
            }
          }),
  }
}
