/**
 * Stores the profiles of the sales persons and coaches of a made-up school, and the outlets at
 * which coaches teach.
 */
import { RoleId } from '#contract/enums.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { staffKode } from '#server/modules/access/user/save/identity.ts'
import type { Coach, Sales } from '#server/seed/access/staff.ts'
import type { Courses } from '#server/seed/catalog/courses.ts'
import type { Outlet } from '#server/seed/catalog/outlets.ts'
import { dayBetween, type Maker } from '#server/seed/maker.ts'
import { pick } from '#server/seed/names.ts'

const payKinds = ['per_pertemuan', 'per_pertemuan', 'per_pertemuan', 'persen', 'tetap']

/** Stores the target and commission of each sales person. */
export const putSalesProfiles = ({ put, profileRandom }: Maker, sales: readonly Sales[]): void => {
  for (const [i, { id }] of sales.entries())
    put('sales_profil', {
      user_id: id,
      kode: staffKode(RoleId.sales, id),
      target_peserta_bulan: 6 + profileRandom.int(0, 6),
      target_pendapatan_bulan: 15_000_000 + 2_500_000 * profileRandom.int(0, 4),
      komisi_persen: i === 0 ? 500 : 250 * profileRandom.int(1, 3),
    })
}

/** Stores the pay, course categories and outlets of each coach. */
export const putCoachProfiles = (
  { put, random, profileRandom, longAgo }: Maker,
  coaches: readonly Coach[],
  { kategoriIds, levelIds }: Courses,
  outlets: readonly Outlet[],
): void => {
  for (const [i, coach] of coaches.entries()) {
    const jenis_honor = pick(profileRandom, payKinds)
    put('pelatih_profil', {
      user_id: coach.id,
      kode: staffKode(RoleId.pelatih, coach.id),
      jenis_honor,
      tarif_honor: jenis_honor === 'per_pertemuan' ? 60_000 + 5000 * (i % 7) : null,
      bank: pick(profileRandom, ['BCA', 'Mandiri', 'BNI', null]),
      no_rekening: null,
      tanggal_masuk: dayBetween(random, addDays(longAgo, -1200), longAgo),
      level_maks: i % 4 === 3 ? (levelIds[coach.bidang[0] ?? 0]?.[0] ?? null) : null,
    })
    for (const b of coach.bidang)
      put('pelatih_bidang', { user_id: coach.id, kategori_kursus_id: kategoriIds[b] })
    // Stores no outlet for the demo coach, who may therefore teach at all outlets. Every other
    // coach teaches at the home outlet, and about a quarter of them also at a second outlet.
    if (i === 0) continue
    const nextDoor = profileRandom.chance(0.25) ? [pick(profileRandom, outlets).id] : []
    for (const g of new Set([coach.gedung_id, ...nextDoor]))
      put('user_gedung', { user_id: coach.id, gedung_id: g })
  }
}
