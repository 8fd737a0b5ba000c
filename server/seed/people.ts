import { Hari } from '#contract/enums.ts'
import { resources, type ResourceName } from '#contract/registry.ts'
/** Outlets, courses, staff, families and timetable of a made-up school. */
import { acak, type Acak } from '#contract/rules/acak.ts'
import { jamSlot } from '#contract/rules/jadwal.ts'
import { versiPersetujuan } from '#contract/rules/persetujuan.ts'
import {
  addDays,
  addMonths,
  bertabrakan,
  firstDay,
  lastDay,
  weekday,
} from '#contract/rules/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import { keysOf } from '#server/http/rows.ts'
import { kodeStaf } from '#server/modules/user/identity.ts'
import { studentNumber } from '#server/modules/user/studentNumber.ts'
import {
  berbobot,
  dari,
  keluarga,
  kotaKota,
  namaOrang,
  nomorHp,
  type Gender,
  type Keluarga,
} from '#server/seed/names.ts'

export interface SchoolOptions {
  students: number
  accounts: number
  coaches: number
  outlets: number
  sales: number
  /** Months of bills up to the one of `today`; the next one is left for the reader to generate. */
  months: number
  seed: number
  /** `YYYY-MM-DD`: nothing happens on or after this day, so that the clock's hour does not matter. */
  today: string
  /** Of the password that every active user gets; null leaves all but the superadmin unable to log in. */
  passwordHash: string | null
}
export type Row = Record<string, unknown>
/** Takes rows for a table, to be stored with the next flush. */
export type Put = (table: string, row: Row) => void
export interface Kelas {
  id: number
  hari: number
  jam_mulai: string
  jam_selesai: string
  gedung_id: number
  kursus: Kursus
  kapasitas: number
  mulai: string
  peserta: { mulai: string; selesai: string | null }[]
}
export interface Kursus {
  id: number
  kode: string
  nama: string
  pmb: number
  durasi: number
  biaya: number
  daftar: number
  tipe: 'private' | 'group'
  kapasitas: number
  kategori: number
  gedung: number[]
}
/** A payer. */
export interface Akun {
  id: number
  nama: string
  alamat: string
  gedung_id: number
  sifat: 'rajin' | 'biasa' | 'telat' | 'cicil' | 'macet' | 'contoh'
  blokir: boolean
  aktif: boolean
  phone: string
  siswa: number
  profil: Row
}
/** A student in a class, with all that a bill needs to know. */
export interface Ikut {
  id: number
  akun: Akun
  peserta_id: number
  peserta: string
  kelas: Kelas
  status: 0 | 1 | 2 | 9
  mulai: string
  selesai: string | null
  cuti_mulai: string | null
  cuti_selesai: string | null
  khusus: number | null
  /** Day on which it was entered. */
  daftar: string
  baru: boolean
}
export interface People {
  akun: Akun[]
  ikut: Ikut[]
  kursus: Kursus[]
  gedung: { id: number; kode: string }[]
  bank: { id: number; metode: number; kanal: string | null }[]
  adminId: number
  hargaOn: (kursus: number, gedung: number, day: string) => number | undefined
}

/** Ids given by hand, so that rows can point at each other before they are stored. */
export const counters = () => {
  const last = new Map<string, number>()
  return {
    next: (table: string) => {
      const id = (last.get(table) ?? 0) + 1
      last.set(table, id)
      return id
    },
    set: (table: string, value: number) => last.set(table, value),
    last,
  }
}
export type Ids = ReturnType<typeof counters>

/** 09:00 in Jakarta of a day, as the databases store an instant. */
export const at = (day: string, seconds = 0): string =>
  new Date(Date.parse(`${day}T02:00:00Z`) + seconds * 1000).toISOString()
export const stamp = (time: string, by: number | null) => ({
  versi: 1,
  created_at: time,
  created_by: by,
  updated_at: time,
  updated_by: by,
})
/** The row with the key columns that the server would write. */
export const keyed = (name: ResourceName, row: Row, more = ''): Row => ({
  ...row,
  ...keysOf(resources[name], row, more),
})

const kategori = [
  ['Piano', '#6366f1'],
  ['Gitar', '#ea580c'],
  ['Vokal', '#d61f47'],
  ['Drum', '#139a52'],
  ['Biola', '#1391aa'],
] as const
const daftarKursus: readonly [
  kode: string,
  nama: string,
  kategori: number,
  tipe: 'private' | 'group',
  durasi: number,
  kapasitas: number,
  biaya: number,
  daftar: number,
][] = [
  ['PNO-D', 'Piano Dasar', 0, 'private', 30, 1, 450_000, 250_000],
  ['PNO-1', 'Piano Grade 1', 0, 'private', 45, 1, 600_000, 250_000],
  ['PNO-2', 'Piano Grade 2', 0, 'private', 45, 1, 700_000, 250_000],
  ['PNO-K', 'Piano Kelompok Anak', 0, 'group', 60, 6, 350_000, 200_000],
  ['GTR-D', 'Gitar Akustik Dasar', 1, 'private', 30, 1, 400_000, 200_000],
  ['GTR-L', 'Gitar Elektrik', 1, 'private', 45, 1, 550_000, 200_000],
  ['GTR-K', 'Gitar Kelompok', 1, 'group', 60, 8, 300_000, 150_000],
  ['VOK-D', 'Vokal Dasar', 2, 'private', 30, 1, 450_000, 200_000],
  ['VOK-P', 'Paduan Suara Anak', 2, 'group', 90, 12, 275_000, 150_000],
  ['DRM-D', 'Drum Dasar', 3, 'private', 30, 1, 475_000, 250_000],
  ['DRM-L', 'Drum Lanjutan', 3, 'private', 45, 1, 600_000, 250_000],
  ['BLA-D', 'Biola Dasar', 4, 'private', 45, 1, 650_000, 300_000],
]
/** Levels of each category, and which course is at which; `true`: the next course of the list follows it. */
const daftarLevel = [
  ['Dasar', 'Grade 1', 'Grade 2', 'Grade 3'],
  ['Dasar', 'Lanjutan'],
  ['Dasar', 'Lanjutan'],
  ['Dasar', 'Lanjutan'],
  ['Dasar', 'Menengah', 'Mahir'],
] as const
const levelKursus = new Map<string, [level: number, lanjut?: true]>([
  ['PNO-D', [0, true]],
  ['PNO-1', [1, true]],
  ['PNO-2', [2]],
  ['GTR-D', [0, true]],
  ['GTR-L', [1]],
  ['VOK-D', [0]],
  ['DRM-D', [0, true]],
  ['DRM-L', [1]],
  ['BLA-D', [0]],
])
const instrumen = [
  ['Piano digital', 'Keyboard 61 tuts', 'Piano upright'],
  ['Gitar akustik', 'Gitar klasik', 'Gitar elektrik'],
  ['Mikrofon'],
  ['Drum elektrik', 'Practice pad'],
  ['Biola 1/2', 'Biola 3/4', 'Biola 4/4'],
]
/** Those that are on the same day every year. */
const liburNasional = [
  ['Tahun Baru Masehi', '01-01'],
  ['Hari Buruh Internasional', '05-01'],
  ['Hari Lahir Pancasila', '06-01'],
  ['Hari Kemerdekaan RI', '08-17'],
  ['Hari Raya Natal', '12-25'],
] as const
/** What stands in a room where a category is taught. */
const perabot = [
  ['Piano upright'],
  ['Ampli gitar'],
  ['Mikrofon', 'Cermin'],
  ['Drum akustik', 'Peredam suara'],
  ['Stand partitur'],
]
const banks: readonly [
  nama: string,
  nomor: string,
  tipe: string,
  metode: number,
  kanal: string | null,
][] = [
  ['BCA', '0880 112 233', 'rekening', 1, null],
  ['Mandiri', '000 0099 887 766', 'rekening', 1, null],
  ['QRIS Nada', 'ID00200400001', 'qris', 1, 'qris'],
  ['BNI Virtual Account', '8801 0000', 'va', 1, 'va'],
  ['EDC BCA/Mandiri', 'TID 10020001', 'edc', 2, null],
  ['EDC BRI', 'TID 20010001', 'edc', 3, null],
  ['Kartu Kredit BCA', 'TID 10020002', 'edc', 4, null],
]
const menit = (jam: string) => Number(jam.slice(0, 2)) * 60 + Number(jam.slice(3))
const jam = (n: number) =>
  `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
/** The first day from `from` on (or the last up to it, backwards) that falls on a weekday. */
const padaHari = (from: string, hari: number, arah: 1 | -1 = 1): string =>
  addDays(from, arah * ((((arah * (hari - weekday(from))) % 7) + 7) % 7))

/** Makes everything but money. Students of one seed are the same whatever the day; their dates follow `today`. */
export const makePeople = (options: SchoolOptions, ids: Ids, put: Put): People => {
  const { today, months, passwordHash } = options
  const r: Acak = acak(options.seed)
  const yesterday = addDays(today, -1)
  const sekarang = today.slice(0, 7)
  const awal = firstDay(addMonths(sekarang, 1 - months))
  const dulu = addDays(awal, -900)
  const antara = (from: string, to: string) =>
    to <= from
      ? from
      : addDays(from, r.int(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)))
  const dasar = stamp(at(dulu), 1)

  const kotaOf = (i: number) =>
    kotaKota[i % Math.min(kotaKota.length, Math.max(options.outlets, 1))]!
  const gedung = Array.from({ length: options.outlets }, (_, i) => {
    const k = kotaOf(i)
    const ke = Math.floor(i / kotaKota.length)
    const row = {
      id: ids.next('gedung'),
      ...dasar,
      kode: ke === 0 ? k.kode : `${k.kode}${ke + 1}`,
      nama: ke === 0 ? k.outlet : `${k.outlet} ${ke + 1}`,
      alamat: k.alamat,
      kota: k.kota,
      phone: k.telepon,
      email: `${k.kode.toLowerCase()}${ke || ''}@nada.example`,
      zona_waktu: k.zona,
      jam_buka: '08:00',
      jam_tutup: '20:30',
      kop_surat: 'Kursus musik untuk segala usia',
      status: 'aktif',
    }
    put('gedung', keyed('gedung', { ...row, logo: null }))
    return { id: row.id, kode: row.kode, k }
  })
  for (const tahun of [Number(today.slice(0, 4)), Number(today.slice(0, 4)) + 1])
    for (const [nama, hari] of liburNasional)
      put(
        'hari_libur',
        keyed('hari-libur', {
          id: ids.next('hari_libur'),
          ...dasar,
          nama,
          tanggal: `${tahun}-${hari}`,
          gedung_id: null,
          jenis: 'nasional',
          prorata: 0,
        }),
      )
  const bank = banks.map(([nama_bank, no_rekening, tipe, metode, kanal], urutan) => {
    const id = ids.next('bank')
    put(
      'bank',
      keyed('bank', {
        id,
        ...dasar,
        nama_bank,
        no_rekening,
        atas_nama: 'Yayasan Nada Nusantara',
        tipe,
        metode,
        gedung: '[]',
        tampil_di_tagihan: Number(tipe !== 'edc'),
        urutan,
        status: 'aktif',
      }),
    )
    return { id, metode, kanal }
  })
  const kategoriIds = kategori.map(([nama, warna], urutan) => {
    const id = ids.next('kategori_kursus')
    put(
      'kategori_kursus',
      keyed('kategori-kursus', { id, ...dasar, nama, warna, urutan, status: 'aktif' }),
    )
    return id
  })
  const levelIds = daftarLevel.map((levels, k) =>
    levels.map((nama, i) => {
      const id = ids.next('course_level')
      const judul = `${kategori[k]?.[0]} – ${nama}`
      put('course_level', {
        id,
        ...dasar,
        kategori_kursus_id: kategoriIds[k],
        nama,
        urutan: i + 1,
        judul,
        judul_kunci: `${fold(kategori[k]?.[0] ?? '')} ${String(i + 1).padStart(3, '0')}`,
        cari: fold(judul),
      })
      return id
    }),
  )
  const naik = firstDay(addMonths(sekarang, -Math.min(5, months - 1)))
  const harga = new Map<string, { day: string; biaya: number }[]>()
  const kursus = daftarKursus.map(
    ([kode, nama, kat, tipe, durasi, kapasitas, biaya, daftar]): Kursus => {
      const id = ids.next('kursus')
      // One course is not offered everywhere, as it is in a real school.
      const offered =
        kode === 'DRM-L' && gedung.length >= 3 ? gedung.slice(0, 2).map((g) => g.id) : []
      const [level, lanjut] = levelKursus.get(kode) ?? []
      put(
        'kursus',
        keyed('kursus', {
          id,
          ...dasar,
          kode,
          nama,
          kategori_kursus_id: kategoriIds[kat],
          course_level_id: level === undefined ? null : (levelIds[kat]?.[level] ?? null),
          kursus_selanjutnya_id: lanjut ? id + 1 : null,
          tipe,
          durasi_menit: durasi,
          pertemuan_per_bulan: 4,
          kapasitas_min: tipe === 'group' ? 3 : null,
          kapasitas_maks: kapasitas,
          biaya_bulanan: biaya,
          biaya_pendaftaran: daftar,
          ppn_kena: 0,
          gedung: JSON.stringify(offered),
          status: 'aktif',
        }),
      )
      const price = (gedung_id: number | null, day: string, amount: number) => {
        put('kursus_harga', {
          id: ids.next('kursus_harga'),
          ...stamp(at(addDays(day, -20)), 1),
          kursus_id: id,
          gedung_id,
          berlaku_mulai: day,
          biaya_bulanan: amount,
        })
        const key = `${id}:${gedung_id ?? 0}`
        harga.set(key, [...(harga.get(key) ?? []), { day, biaya: amount }])
      }
      price(null, firstDay(dulu.slice(0, 7)), biaya - 50_000)
      price(null, naik, biaya)
      for (const g of gedung)
        if (g.k.zona === 'Asia/Makassar') {
          price(g.id, firstDay(dulu.slice(0, 7)), biaya - 75_000)
          price(g.id, naik, biaya - 25_000)
        }
      return {
        id,
        kode,
        nama,
        pmb: 4,
        durasi,
        biaya,
        daftar,
        tipe,
        kapasitas,
        kategori: kat,
        gedung: offered,
      }
    },
  )
  const latest = (key: string, day: string) => harga.get(key)?.findLast((h) => h.day <= day)?.biaya
  const hargaOn = (k: number, g: number, day: string) =>
    latest(`${k}:${g}`, day) ?? latest(`${k}:0`, day)

  const usernames = new Map<string, number>()
  const usernameOf = (name: string) => {
    const base = (
      fold(name)
        .replace(/[^a-z0-9]+/g, '.')
        .replace(/^\.|\.$/g, '') || 'user'
    )
      .slice(0, 50)
      .padEnd(3, '0')
    const n = (usernames.get(base) ?? 0) + 1
    usernames.set(base, n)
    return n === 1 ? base : `${base}${n}`
  }
  /** A user row with its keys; what is not given is empty. */
  const orang = (row: Row & { role_id: number; name: string; status: number }, more = ''): void => {
    const time = (row.created_at as string | undefined) ?? dasar.created_at
    put(
      'user',
      keyed(
        'user',
        {
          ...stamp(time, 1),
          nama_panggilan: null,
          username: null,
          email: null,
          phone: null,
          phone_alt: null,
          gender: null,
          religion: null,
          citizenship: 'WNI',
          information_source: null,
          tempat_lahir: null,
          tanggal_lahir: null,
          alamat: null,
          kota: null,
          kode_pos: null,
          gedung_id: null,
          akun_billing_id: null,
          sales_id: null,
          wali_nama: null,
          wali_hubungan: null,
          wali_phone: null,
          activation: 0,
          sumber: 'admin',
          persetujuan_at: null,
          persetujuan_oleh: null,
          persetujuan_versi: row.persetujuan_at ? versiPersetujuan : null,
          last_login_at: null,
          password_hash: row.status === 10 ? passwordHash : null,
          harus_ganti_password: 0,
          token_versi: 1,
          ...row,
        },
        more,
      ),
    )
  }
  const lahir = (min: number, max: number) =>
    addDays(today, -Math.round(r.int(min * 365, max * 365) + max / 4 + 1))
  const alamatDi = (g: (typeof gedung)[number]) => ({
    alamat: `${dari(r, g.k.jalan)} No. ${r.int(1, 180)}`,
    kota: g.k.kota,
    kode_pos: `${g.k.kodePos}${r.int(10, 99)}`,
  })
  const gender = (): Gender => (r.ya() ? 'Perempuan' : 'Laki-laki')
  const staf = (role_id: number, name: string, username: string, more: Row = {}): number => {
    const id = ids.next('user')
    const g = gedung.find((x) => x.id === more.gedung_id) ?? gedung[0]!
    orang(
      {
        id,
        role_id,
        name,
        username,
        status: 10,
        email: `${username}@nada.example`,
        phone: nomorHp(r),
        tanggal_lahir: lahir(23, 52),
        tempat_lahir: g.k.kota,
        ...alamatDi(g),
        ...more,
      },
      role_id === 3 || role_id === 4 ? kodeStaf(role_id, id) : '',
    )
    return id
  }
  const adminId = staf(2, 'Ratna Wulandari', 'admin', { gender: 'Perempuan' })
  const wita = gedung.find((g) => g.k.zona === 'Asia/Makassar')
  if (wita)
    put('user_gedung', {
      user_id: staf(2, 'Andi Tenri Mattalatta', 'admin.makassar', {
        gender: 'Perempuan',
        gedung_id: wita.id,
      }),
      gedung_id: wita.id,
    })
  const sales = Array.from({ length: options.sales }, (_, i) => {
    const g = gedung[i % gedung.length]!
    const jenis = gender()
    const name = i === 0 ? 'Dimas Prasetyo' : namaOrang(r, keluarga(r, g.k), jenis).name
    return {
      id: staf(4, name, i === 0 ? 'sales' : usernameOf(name), {
        gender: i === 0 ? 'Laki-laki' : jenis,
        gedung_id: g.id,
      }),
      gedung_id: g.id,
    }
  })
  /** A room for each coach of an outlet, as large and furnished as what is taught in it; and one for all of them. */
  const buatRuang = (
    gedung_id: number,
    nama: string,
    kapasitas: number,
    fasilitas: readonly string[],
  ): number => {
    const id = ids.next('ruang')
    put(
      'ruang',
      keyed('ruang', {
        id,
        ...dasar,
        nama,
        gedung_id,
        kapasitas,
        fasilitas: JSON.stringify(fasilitas),
        status: 'aktif',
      }),
    )
    return id
  }
  for (const g of gedung)
    buatRuang(g.id, 'Aula', 60, ['Panggung', 'Grand piano', 'Sistem suara', 'Proyektor', 'AC'])
  const pelatih = Array.from({ length: options.coaches }, (_, i) => {
    const g = gedung[i % gedung.length]!
    const ke = Math.floor(i / gedung.length)
    const jenis = gender()
    const name = i === 0 ? 'Maria Simanjuntak' : namaOrang(r, keluarga(r, g.k), jenis).name
    const libur = r.int(1, 5)
    const bidang = [(2 * ke) % 5, (2 * ke + 1) % 5]
    const ruang = `Studio ${ke + 1}`
    const ruang_id = buatRuang(
      g.id,
      ruang,
      Math.max(...kursus.filter((k) => bidang.includes(k.kategori)).map((k) => k.kapasitas)),
      [...bidang.flatMap((b) => perabot[b] ?? []), 'AC'],
    )
    return {
      id: staf(3, name, i === 0 ? 'pelatih' : usernameOf(name), {
        gender: i === 0 ? 'Perempuan' : jenis,
        gedung_id: g.id,
      }),
      name,
      gedung_id: g.id,
      ruang,
      ruang_id,
      bidang,
      terpakai: 0,
      // Weekdays after school, weekends from the morning; a day off each.
      hari: [1, 2, 3, 4, 5, 6, 7]
        .filter((h) => h !== libur && (h !== 7 || r.ya(0.4)))
        .map((h) => {
          const buka = h <= 5 ? 13 * 60 + 30 * r.int(0, 2) : 9 * 60
          return { h, buka, jam: buka, tutup: h <= 5 ? 20 * 60 + 30 : 17 * 60 }
        }),
    }
  })
  for (const p of pelatih) {
    put('jadwal_kosong_versi', {
      pelatih_id: p.id,
      versi: 1,
      updated_at: at(dulu),
      updated_by: p.id,
    })
    // Late evenings, noon of a Saturday and all of a Sunday are asked for first.
    for (const { h, buka, tutup } of p.hari)
      for (const mulai of jamSlot.filter((j) => menit(j) >= buka && menit(j) < tutup))
        put('jadwal_kosong_pelatih', {
          pelatih_id: p.id,
          hari: h,
          jam: mulai,
          status:
            h === 7 || (h === 6 && mulai >= '12:00' && mulai < '13:00') || mulai >= '19:30' ? 2 : 1,
        })
  }

  // Profiles draw from a lot of their own: what was there before keeps its names and numbers.
  const undian = acak(options.seed + 1)
  for (const [i, s] of sales.entries())
    put('sales_profil', {
      user_id: s.id,
      kode: kodeStaf(4, s.id),
      target_peserta_bulan: 6 + undian.int(0, 6),
      target_pendapatan_bulan: 15_000_000 + 2_500_000 * undian.int(0, 4),
      komisi_persen: i === 0 ? 500 : 250 * undian.int(1, 3),
    })
  for (const [i, coach] of pelatih.entries()) {
    put('pelatih_profil', {
      user_id: coach.id,
      kode: kodeStaf(3, coach.id),
      jenis_honor: dari(undian, [
        'per_pertemuan',
        'per_pertemuan',
        'per_pertemuan',
        'persen',
        'tetap',
      ]),
      bank: dari(undian, ['BCA', 'Mandiri', 'BNI', null]),
      no_rekening: null,
      tanggal_masuk: antara(addDays(dulu, -1200), dulu),
      level_maks: i % 4 === 3 ? (levelIds[coach.bidang[0] ?? 0]?.[0] ?? null) : null,
    })
    for (const b of coach.bidang)
      put('pelatih_bidang', { user_id: coach.id, kategori_kursus_id: kategoriIds[b] })
    // The demo coach teaches everywhere, the others where they live, some next door too.
    if (i > 0)
      for (const g of new Set([
        coach.gedung_id,
        ...(undian.ya(0.25) ? [dari(undian, gedung).id] : []),
      ]))
        put('user_gedung', { user_id: coach.id, gedung_id: g })
  }

  const kelas: Kelas[] = []
  const byPlace = new Map<string, Kelas[]>()
  const place = (g: number, k: Kursus) => {
    const key = `${g}:${k.id}`
    const known = byPlace.get(key) ?? []
    byPlace.set(key, known)
    return known
  }
  const hidup = (k: Kelas, day: string) =>
    k.peserta.filter((p) => p.selesai === null || p.selesai >= day).length
  /** A class of the course with a free seat from a day on that does not meet the student's other classes; a new one where there is none. */
  const cariKelas = (
    g: number,
    k: Kursus,
    mulai: string,
    lain: readonly Kelas[],
  ): Kelas | undefined => {
    const bentrok = (c: { hari: number; jam_mulai: string; jam_selesai: string }) =>
      lain.some(
        (l) =>
          l.hari === c.hari &&
          bertabrakan(
            { mulai: l.jam_mulai, selesai: l.jam_selesai },
            { mulai: c.jam_mulai, selesai: c.jam_selesai },
          ),
      )
    const ada = place(g, k).find(
      (c) => c.mulai <= mulai && hidup(c, mulai) < c.kapasitas && !bentrok(c),
    )
    if (ada) return ada
    for (const p of pelatih
      .filter((x) => x.gedung_id === g && x.bidang.includes(k.kategori))
      .sort((a, b) => a.terpakai - b.terpakai)) {
      const slot = p.hari
        .filter(
          (d) =>
            d.jam + k.durasi <= d.tutup &&
            !bentrok({ hari: d.h, jam_mulai: jam(d.jam), jam_selesai: jam(d.jam + k.durasi) }),
        )
        .sort((a, b) => a.jam - (a.h > 5 ? 240 : 780) - (b.jam - (b.h > 5 ? 240 : 780)))[0]
      if (!slot) continue
      const id = ids.next('kursus_pelatih')
      const made: Kelas = {
        id,
        hari: slot.h,
        jam_mulai: jam(slot.jam),
        jam_selesai: jam(slot.jam + k.durasi),
        gedung_id: g,
        kursus: k,
        kapasitas: k.kapasitas,
        mulai: firstDay(mulai.slice(0, 7)),
        peserta: [],
      }
      slot.jam = menit(made.jam_selesai)
      p.terpakai += k.durasi
      put(
        'kursus_pelatih',
        keyed(
          'kursus-pelatih',
          {
            id,
            ...stamp(at(addDays(made.mulai, -14)), adminId),
            kode: `${k.kode}-${String(id).padStart(3, '0')}`,
            nama: `${k.nama} – ${Hari.label(made.hari)} ${made.jam_mulai.replace(':', '.')} – ${p.name}`,
            pelatih_id: p.id,
            kursus_id: k.id,
            gedung_id: g,
            ruang_id: p.ruang_id,
            hari: made.hari,
            jam_mulai: made.jam_mulai,
            jam_selesai: made.jam_selesai,
            mulai: made.mulai,
            selesai: null,
            kapasitas: k.kapasitas,
            status: 'aktif',
            catatan: null,
          },
          p.ruang,
        ),
      )
      kelas.push(made)
      place(g, k).push(made)
      return made
    }
    return undefined
  }

  const students = counters()
  /** The next number of the year of registration. Who is added later goes on after the last of these. */
  const nomorInduk = (daftar: string) => {
    const year = daftar.slice(0, 4)
    return studentNumber(Number(year), students.next(year))
  }

  // Families first: who pays for how many. The first is the demo account's, with two children.
  const mandiri = Math.min(Math.round(options.accounts * 0.2), options.accounts - 1)
  const anak = Array.from({ length: options.accounts }, (_, i) =>
    i === 0 ? Math.min(2, options.students - options.accounts + 1) : 1,
  )
  for (let rest = options.students - anak.reduce((a, b) => a + b, 0); rest > 0; rest--) {
    let i = r.int(1, options.accounts - mandiri - 1)
    for (let tries = 0; anak[i]! >= 3 && tries < 8; tries++)
      i = r.int(1, options.accounts - mandiri - 1)
    anak[i]!++
  }
  const akun: Akun[] = []
  const siswa: {
    id: number
    name: string
    akun: Akun
    gedung_id: number
    sales_id: number | null
    mulai: string
    daftar: string
    minat: number
    dewasa: boolean
    contoh: boolean
  }[] = []
  for (let i = 0; i < options.accounts; i++) {
    const dewasa = i >= options.accounts - mandiri
    const g = i === 0 ? gedung[0]! : dari(r, gedung)
    const k: Keluarga =
      i === 0 ? { suku: 'jawa', marga: 'Santoso', agama: 'KATOLIK' } : keluarga(r, g.k)
    const jenis = i === 0 ? 'Laki-laki' : gender()
    const { name, panggilan } =
      i === 0 ? { name: 'Hendra Santoso', panggilan: 'Hendra' } : namaOrang(r, k, jenis)
    const id = ids.next('user')
    const phone = nomorHp(r)
    const rumah = alamatDi(g)
    const nonaktif = i === 7
    const username = i === 0 ? 'akunbilling' : usernameOf(name)
    const sales_id =
      i === 0
        ? (sales[0]?.id ?? null)
        : r.ya(0.75)
          ? ((sales.find((s) => s.gedung_id === g.id) ?? sales[0])?.id ?? null)
          : null
    const lama = i === 0 || r.ya(0.7)
    const mulaiOf = () =>
      lama
        ? antara(addDays(awal, -700), addDays(awal, -35))
        : r.ya(0.08)
          ? addDays(firstDay(addMonths(sekarang, 1)), r.int(3, 50))
          : antara(awal, yesterday)
    const daftarOf = (mulai: string) => {
      const day = addDays(mulai, -r.int(2, 12))
      return day > yesterday ? addDays(yesterday, -r.int(0, 3)) : day
    }
    const mulai = mulaiOf()
    const daftar = daftarOf(mulai)
    const sifat =
      i === 0
        ? 'contoh'
        : i === 3 || i === 4
          ? 'macet'
          : berbobot(r, [
              ['rajin', 50],
              ['biasa', 28],
              ['telat', 12],
              ['cicil', 6],
              ['macet', 4],
            ] as const)
    const a: Akun = {
      id,
      nama: name,
      alamat: rumah.alamat,
      gedung_id: g.id,
      sifat,
      blokir: i === 4,
      aktif: !nonaktif,
      phone,
      siswa: anak[i]!,
      profil: {},
    }
    const dasarAkun = {
      id,
      ...stamp(at(daftar), adminId),
      role_id: 5,
      status: nonaktif ? 1 : 10,
      name,
      nama_panggilan: panggilan,
      username,
      email: `${username}@surel.example`,
      phone,
      gender: jenis,
      religion: r.ya(0.7) ? k.agama : null,
      ...rumah,
      gedung_id: g.id,
      sales_id,
      last_login_at: r.ya(0.3) ? at(addDays(yesterday, -r.int(0, 60)), r.int(0, 30_000)) : null,
      tempat_lahir: dari(r, kotaKota).kota,
      tanggal_lahir: dewasa ? lahir(19, 58) : lahir(30, 54),
    }
    a.profil = {
      user_id: id,
      nama_tagihan: name,
      alamat_tagihan: null,
      email_tagihan: null,
      wa_tagihan: null,
      kirim_via: r.ya(0.8) ? 'wa' : 'keduanya',
      blokir_tagihan: Number(a.blokir),
    }
    akun.push(a)
    const profilPeserta = (user_id: number, umurAnak: boolean, minat: number, daftar: string) => {
      const no_induk = nomorInduk(daftar)
      return {
        no_induk,
        row: {
          user_id,
          no_induk,
          sekolah: umurAnak ? dari(r, g.k.sekolah) : null,
          instrumen_dimiliki: r.ya(0.55) ? dari(r, instrumen[minat]!) : null,
          catatan: null,
          kursus_minat: '[]',
        },
      }
    }
    if (dewasa) {
      const minat = r.int(0, 4)
      const { no_induk, row } = profilPeserta(id, false, minat, daftar)
      orang(
        {
          ...dasarAkun,
          akun_billing_id: id,
          activation: 2,
          persetujuan_at: at(daftar),
          persetujuan_oleh: name,
        },
        `${no_induk} ${name}`,
      )
      put('peserta_profil', row)
      siswa.push({
        id,
        name,
        akun: a,
        gedung_id: g.id,
        sales_id,
        mulai,
        daftar,
        minat,
        dewasa,
        contoh: false,
      })
      continue
    }
    orang(dasarAkun, name)
    if (i === 0 || undian.ya(0.3)) {
      const ibu = jenis === 'Laki-laki'
      put('akun_billing_kontak', {
        id: ids.next('akun_billing_kontak'),
        user_id: id,
        nama:
          i === 0 ? 'Yohana Santoso' : namaOrang(undian, k, ibu ? 'Perempuan' : 'Laki-laki').name,
        hubungan: ibu ? 'Ibu' : 'Ayah',
        phone: nomorHp(undian),
        email: null,
        terima_tagihan: Number(undian.ya(0.4)),
      })
    }
    for (let n = 0; n < anak[i]!; n++) {
      const contoh = i === 0 && n === 0
      const kelamin = i === 0 ? (n === 0 ? 'Perempuan' : 'Laki-laki') : gender()
      const marga =
        r.ya(0.5) || ['batak', 'tionghoa', 'minahasa', 'timur', 'bali'].includes(k.suku)
          ? k.marga
          : name.split(' ').at(-1)!
      const { name: nama, panggilan: dipanggil } =
        i === 0
          ? n === 0
            ? { name: 'Clara Ayu Santoso', panggilan: 'Clara' }
            : { name: 'Kevin Santoso', panggilan: 'Kevin' }
          : namaOrang(r, { ...k, marga }, kelamin)
      const anakId = ids.next('user')
      const minat = i === 0 ? n : r.int(0, 4)
      const mulaiAnak = n === 0 || r.ya(0.6) ? mulai : mulaiOf()
      const daftarAnak = mulaiAnak === mulai ? daftar : daftarOf(mulaiAnak)
      const { no_induk, row } = profilPeserta(anakId, true, minat, daftarAnak)
      orang(
        {
          id: anakId,
          ...stamp(at(daftarAnak), adminId),
          role_id: 6,
          status: 10,
          name: nama,
          nama_panggilan: dipanggil,
          username: contoh ? 'peserta' : usernameOf(nama),
          gender: kelamin,
          religion: dasarAkun.religion,
          information_source: dari(r, [
            'Teman/Saudara/Keluarga',
            'Teman/Saudara/Keluarga',
            'Media Sosial',
            'Media Sosial',
            'Website Sekolah',
            'Flyer/Brosur',
            'Toko Musik',
          ]),
          tempat_lahir: g.k.kota,
          tanggal_lahir: lahir(5, 16),
          ...rumah,
          gedung_id: g.id,
          akun_billing_id: id,
          sales_id,
          wali_nama: name,
          wali_hubungan: jenis === 'Perempuan' ? 'Ibu' : 'Ayah',
          wali_phone: phone,
          activation: 2,
          persetujuan_at: at(daftarAnak),
          persetujuan_oleh: name,
        },
        no_induk,
      )
      put('peserta_profil', row)
      siswa.push({
        id: anakId,
        name: nama,
        akun: a,
        gedung_id: g.id,
        sales_id,
        mulai: mulaiAnak,
        daftar: daftarAnak,
        minat,
        dewasa: false,
        contoh: i === 0,
      })
    }
  }

  const ikut: Ikut[] = []
  const enrol = (s: (typeof siswa)[number], lain: Kelas[]): Kelas | undefined => {
    const boleh = kursus.filter(
      (k) =>
        (k.gedung.length === 0 || k.gedung.includes(s.gedung_id)) &&
        !lain.some((l) => l.kursus === k) &&
        !(s.dewasa && /Anak/.test(k.nama)),
    )
    // What they came for first, then whatever still has a seat.
    const urut = [
      ...boleh.filter((k) => k.kategori === s.minat),
      ...boleh.filter((k) => k.kategori !== s.minat),
    ]
    const suka = urut.filter((k) => k.kategori === s.minat)
    const pertama = suka.length > 0 ? dari(r, suka) : undefined
    for (const k of pertama ? [pertama, ...urut.filter((x) => x !== pertama)] : urut) {
      const c = cariKelas(s.gedung_id, k, s.mulai, lain)
      if (!c) continue
      const mulai = padaHari(s.mulai, c.hari)
      const nasib =
        s.contoh || lain.length > 0
          ? 'aktif'
          : berbobot(r, [
              ['aktif', 81],
              ['berhenti', 8],
              ['lulus', 5],
              ['cuti', 3],
              ['pernah_cuti', 2],
              ['pamit', 1],
            ] as const)
      const akhir =
        nasib === 'berhenti' || nasib === 'lulus'
          ? padaHari(
              antara(mulai < awal ? addDays(awal, 25) : addDays(mulai, 45), yesterday),
              c.hari,
              -1,
            )
          : null
      const berakhir = akhir !== null && akhir > mulai && akhir <= yesterday ? akhir : null
      // Who has given notice still comes, and keeps the seat, until the month is over.
      const pamit =
        nasib === 'pamit' && mulai < firstDay(sekarang)
          ? padaHari(lastDay(sekarang), c.hari, -1)
          : null
      const selesai = berakhir ?? pamit
      const cutiBulan =
        nasib === 'cuti'
          ? addMonths(sekarang, -r.int(0, 1))
          : nasib === 'pernah_cuti' && months > 4
            ? addMonths(sekarang, -r.int(2, 3))
            : null
      const cuti_mulai =
        cutiBulan && firstDay(cutiBulan) > mulai && firstDay(cutiBulan) <= today
          ? firstDay(cutiBulan)
          : null
      const status = berakhir ? (nasib === 'lulus' ? 9 : 0) : cuti_mulai && nasib === 'cuti' ? 2 : 1
      // Leave ends in the middle of the month after, or is open.
      const cuti_selesai = cuti_mulai
        ? status === 1
          ? addDays(cuti_mulai, 24)
          : r.ya(0.4)
            ? addDays(firstDay(addMonths(sekarang, 1)), 13)
            : null
        : null
      const id = ids.next('kursus_peserta')
      const khusus =
        s.contoh || lain.length > 0
          ? null
          : r.ya(0.012)
            ? 0
            : r.ya(0.02)
              ? Math.round((k.biaya * 0.8) / 1000) * 1000
              : null
      const e: Ikut = {
        id,
        akun: s.akun,
        peserta_id: s.id,
        peserta: s.name,
        kelas: c,
        status,
        mulai,
        selesai,
        cuti_mulai,
        cuti_selesai,
        khusus,
        daftar: s.daftar,
        baru: s.daftar >= addDays(awal, -5),
      }
      put(
        'kursus_peserta',
        keyed('kursus-peserta', {
          id,
          ...stamp(at(s.daftar, 600), adminId),
          peserta_id: s.id,
          peserta_nama: s.name,
          kursus_pelatih_id: c.id,
          kursus_id: k.id,
          akun_billing_id: s.akun.id,
          gedung_id: c.gedung_id,
          sales_id: s.sales_id,
          status,
          mulai,
          selesai,
          cuti_mulai,
          cuti_selesai,
          alasan_status:
            status === 9
              ? 'Lulus ujian kenaikan tingkat'
              : status === 0
                ? dari(r, [
                    'Pindah kota',
                    'Fokus ujian sekolah',
                    'Pindah ke les lain',
                    'Alasan keluarga',
                  ])
                : cuti_mulai
                  ? dari(r, [
                      'Persiapan ujian',
                      'Umrah keluarga',
                      'Cedera tangan',
                      'Liburan panjang',
                    ])
                  : null,
          biaya_bulanan_khusus: khusus,
          alasan_biaya: khusus === null ? null : khusus === 0 ? 'Beasiswa penuh' : 'Keluarga guru',
        }),
      )
      c.peserta.push({ mulai, selesai: berakhir })
      ikut.push(e)
      return c
    }
    return undefined
  }
  // In the order of their start, so that a private seat that became free can be taken again. The demo family is served first.
  for (const s of siswa.sort(
    (a, b) =>
      Number(b.contoh) - Number(a.contoh) ||
      (a.mulai < b.mulai ? -1 : a.mulai > b.mulai ? 1 : a.id - b.id),
  )) {
    const first = enrol(s, [])
    if (first && !s.contoh && r.ya(0.06)) enrol(s, [first])
  }
  // Who registered by themself in the last days and waits to be called.
  for (let i = 0; i < Math.min(5, Math.floor(options.students / 60)); i++) {
    const g = dari(undian, gedung)
    const k = keluarga(undian, g.k)
    const jenis: Gender = undian.ya() ? 'Perempuan' : 'Laki-laki'
    const { name, panggilan } = namaOrang(undian, k, jenis)
    const wali = i === 0 ? null : namaOrang(undian, k, 'Perempuan').name
    const id = ids.next('user')
    const daftar = addDays(yesterday, -undian.int(0, 9))
    const no_induk = nomorInduk(daftar)
    orang(
      {
        id,
        ...stamp(at(daftar, undian.int(0, 30_000)), null),
        role_id: 6,
        status: 1,
        name,
        nama_panggilan: panggilan,
        email: `${usernameOf(name)}@surel.example`,
        phone: nomorHp(undian),
        gedung_id: g.id,
        sumber: 'mandiri',
        information_source: dari(undian, [
          'Media Sosial',
          'Website Sekolah',
          'Teman/Saudara/Keluarga',
        ]),
        tanggal_lahir: addDays(
          today,
          -Math.round((wali ? undian.int(7, 15) : undian.int(20, 35)) * 365.3),
        ),
        wali_nama: wali,
        wali_hubungan: wali && 'Ibu',
        wali_phone: wali && nomorHp(undian),
        persetujuan_at: at(daftar),
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
      kursus_minat: JSON.stringify([dari(undian, kursus).id]),
    })
  }
  return { akun, ikut, kursus, gedung, bank, adminId, hargaOn }
}
