/** Makes applicants of a made-up school: people who registered online in the last days. */
import { RoleId, UserStatus } from '#contract/enums.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { PersonMaker } from '#server/seed/access/person.ts'
import type { StudentNumbers } from '#server/seed/access/students.ts'
import type { Kursus } from '#server/seed/catalog/courses.ts'
import type { Outlet } from '#server/seed/catalog/outlets.ts'
import { momentOf, stamp, type Maker } from '#server/seed/maker.ts'
import { makeFamily, makeName, mobileNumber, pick, type Gender } from '#server/seed/names.ts'

const informationSources = ['Media Sosial', 'Website Sekolah', 'Teman/Saudara/Keluarga']

/**
 * Makes up to five applicants. The first one is an adult, the others are children. Every second one
 * is already assigned to a sales person.
 */
export const makeApplicants = (
  { options, ids, put, profileRandom: r, yesterday }: Maker,
  person: PersonMaker,
  nextNumber: StudentNumbers,
  {
    outlets,
    kursus,
    sales,
  }: {
    outlets: readonly Outlet[]
    kursus: readonly Kursus[]
    sales: readonly { id: number; gedung_id: number }[]
  },
): void => {
  for (let i = 0; i < Math.min(5, Math.floor(options.students / 60)); i++) {
    const outlet = pick(r, outlets)
    const family = makeFamily(r, outlet.city)
    const gender: Gender = r.chance() ? 'Perempuan' : 'Laki-laki'
    const { name, panggilan } = makeName(r, family, gender)
    const wali = i === 0 ? null : makeName(r, family, 'Perempuan').name
    const id = ids.next('user')
    const registered = addDays(yesterday, -r.int(0, 9))
    const no_induk = nextNumber(registered)
    const holder = sales.find((user) => user.gedung_id === outlet.id) ?? sales[0]
    person.putPerson(
      {
        id,
        ...stamp(momentOf(registered, r.int(0, 30_000)), null),
        role_id: RoleId.peserta,
        status: UserStatus.nonaktif,
        name,
        nama_panggilan: panggilan,
        email: `${person.usernameOf(name)}@surel.example`,
        phone: mobileNumber(r),
        gedung_id: outlet.id,
        sales_id: i % 2 === 1 ? (holder?.id ?? null) : null,
        sumber: 'mandiri',
        information_source: pick(r, informationSources),
        tanggal_lahir: addDays(
          options.today,
          -Math.round((wali ? r.int(7, 15) : r.int(20, 35)) * 365.3),
        ),
        wali_nama: wali,
        wali_hubungan: wali && 'Ibu',
        wali_phone: wali && mobileNumber(r),
        persetujuan_at: momentOf(registered),
        persetujuan_oleh: wali ?? name,
      },
      no_induk,
    )
    put('peserta_profil', {
      user_id: id,
      no_induk,
      sekolah: null,
      instrumen_dimiliki: null,
      catatan: null,
      kursus_minat: JSON.stringify([pick(r, kursus).id]),
    })
  }
}
