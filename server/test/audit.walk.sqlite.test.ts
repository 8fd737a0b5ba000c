/**
 * Tests that every call that changes data writes the user, the change and the IP address to the
 * audit log, and that log entries contain only changed fields and no secret. The calls come from
 * the route table. The test fails for a new call until this file has a sample for it and the call
 * writes an entry.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AuditAction, AuditEntity } from '#contract/access/auditWords.ts'
/* oxlint-disable vitest/no-conditional-expect -- what is expected depends on the call */
import { MetodePembayaran, RoleId, Hari, SlotPelatih, UserStatus } from '#contract/enums.ts'
import { imporNames, type ImporName } from '#contract/import/importKeys.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { addDays, addMonths, currentDay, firstDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { makeConfirmation } from '#mocks/money/confirmation.ts'
import { makeWaiting } from '#mocks/money/expense.ts'
import { makeFee } from '#mocks/money/lateFee.ts'
import { makeReminder } from '#mocks/money/reminder.ts'
import { bri, makeLine } from '#mocks/money/statement.ts'
import {
  enrol,
  makeAkun,
  makeBill,
  makeDraft,
  makeKelas,
  makeUnanswered,
  makePelatih,
  makeRuang,
  makePeserta,
} from '#mocks/people/family.ts'
import { newAddress } from '#mocks/people/newAddress.ts'
import { setUpSecondFactor } from '#mocks/people/secondFactor.ts'
import { codeOf } from '#mocks/people/totp.ts'
import { pngOf } from '#mocks/pictures.ts'
import { samplesOf, type SampleRow } from '#mocks/samples.ts'
import {
  cash,
  makeDraftHonor,
  makeFinalHonor,
  makeGiven,
  makePaidHonor,
} from '#mocks/schedule/honor.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeBooked, makeHost, makeMakeUp } from '#mocks/schedule/makeUp.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { walk } from '#mocks/walk.ts'
import { transaction } from '#server/db/transaction.ts'
import { workbookOf } from '#server/export/workbook.ts'
import { sha256 } from '#server/http/auth.ts'
import { addCalls } from '#server/http/calls.ts'
import type { Routes } from '#server/http/routes.ts'
import { makeInvitation } from '#server/modules/access/auth/invitation.ts'
import { removeSecondFactor } from '#server/modules/access/auth/secondFactor/secondFactorStore.ts'
import { handlers } from '#server/modules/calls.ts'
import { moduleOf, modules } from '#server/modules/registry.ts'
import { addResource } from '#server/resource/addResource.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

let s: School
/** Valid inputs by resource. The tests create and update rows with them. */
let examples: Record<string, SampleRow>
beforeAll(async () => {
  s = await makeSchool()
  examples = samplesOf(s)
})
afterAll(() => s.close())

interface Sample {
  id?: number
  query?: string
  body?: Body
  /** Content of an uploaded file. */
  file?: string | Uint8Array
  /** Form fields that are sent with the file. */
  fields?: Record<string, string>
  by?: Client
}
let n = 0
const next = () => String(++n)
const makeRow = async (name: string, body: Body) =>
  must(await s.superadmin.post<{ id: number }>(`/${name}/create`, body)).id
const payment = (akun_billing_id: number) => ({
  akun_billing_id,
  gedung_id: s.ids.gedung,
  tanggal: '2025-01-05',
  metode: MetodePembayaran.tunai,
  jumlah: 100_000,
})
/**
 * Gives a user the password of the superadmin, which the tests know. Returns a client of the user:
 * a sales person by default.
 */
const withPassword = async (id = s.ids.sales2) => {
  const { password_hash } = await s.db
    .selectFrom('user')
    .select('password_hash')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  await s.db
    .updateTable('user')
    .set({ password_hash, harus_ganti_password: 0 })
    .where('id', '=', id)
    .execute()
  return s.as(id)
}
/** Returns the input of a new access token. */
const tokenBody = () => ({
  nama: `Token ${next()}`,
  masa: 30,
  kode: ['billing/index'],
  password: 'rahasia-uji',
})

/**
 * Sets up a second factor of a sales person. Returns the id and a client of the sales person, and a
 * request body with password and recovery code.
 */
const withSecondFactor = async () => {
  await transaction(s.db, (trx) => removeSecondFactor(trx, s.ids.sales2))
  const by = await withPassword()
  const {
    kode_pemulihan: [kode],
  } = await setUpSecondFactor(by, 'rahasia-uji')
  return { id: s.ids.sales2, by, body: { password: 'rahasia-uji', kode } }
}

/** Creates an applicant of the first outlet. */
const applicant = async (columns: { sales_id?: number; ditutup_at?: string } = {}) => {
  const id = await makeRow('user', {
    ...(await samplesOf(s).user.create()),
    role_id: RoleId.peserta,
    status: UserStatus.nonaktif,
    gedung_id: s.ids.gedung,
    sales_id: null,
  })
  await s.db
    .updateTable('user')
    .set({ sumber: 'mandiri', ...columns })
    .where('id', '=', id)
    .execute()
  return id
}
/**
 * Creates a lead and a class. Returns the input of the call that holds a slot in the class for the
 * lead.
 */
const wishedSlot = async () => ({
  lead_id: await makeRow('lead', await samplesOf(s).lead.create()),
  kursus_pelatih_id: await makeKelas(s, s.ids.gedung),
  mulai: currentDay(),
})
/**
 * Creates a coach and a room without lessons. Returns the input of a trial lesson with this coach
 * and room.
 */
const trialPlace = async () => ({
  kursus_id: s.ids.kursus,
  pelatih_id: await makePelatih(s),
  ruang_id: await makeRuang(s, s.ids.gedung),
  tanggal: addDays(currentDay(), 5),
  jam_mulai: '10:00',
})
/** Returns the input of the call that registers a lead as a student. */
const becoming = () => ({
  akun_nama: 'Ibu Audit',
  akun_phone: '081711110000',
  akun_email: `ibu.audit${next()}@contoh.id`,
  name: 'Anak Audit',
  gender: 'Perempuan',
  tanggal_lahir: '2015-02-03',
  wali_nama: 'Ibu Audit',
  wali_phone: '081711110000',
  persetujuan: true,
})
/**
 * Creates a lead, registers the lead as a student, and holds a slot for the lead. Returns the id of
 * the lead.
 */
const registeredLead = async (): Promise<number> => {
  const slot = await wishedSlot()
  must(await s.superadmin.post(`/user/tambah-peserta?id=${slot.lead_id}`, becoming()))
  must(await s.superadmin.post('/lead/tahan-slot', slot))
  return slot.lead_id
}
const keptSlot = async () =>
  must(await s.superadmin.post<any>('/lead/tahan-slot', await wishedSlot())).slot

const students = () =>
  `Nama;Jenis Kelamin;Tanggal Lahir;Outlet;No. HP Akun Billing;Email Akun Billing;No. HP Peserta\nMurid Impor ${next()};P;1990-01-02;JKT;0857${10_000_000 + n};impor${n}@contoh.id;0857${10_000_000 + n}`
/**
 * Uploads a file of students as a preview (`pratinjau`), which another call can then import.
 * Returns the id of the import.
 */
const tried = async (): Promise<number> => {
  const { id } = must(
    await s.superadmin.upload<{ id: number }>('/user/import', 'uji.csv', students(), {
      pratinjau: '1',
    }),
  )
  await vi.waitFor(async () =>
    expect(must(await s.superadmin.get(`/user/import-job?id=${id}`)).status).toBe('siap'),
  )
  return id
}
/** Functions that return the text of a valid CSV file, by name of the import. */
const sheets: Record<Exclude<ImporName, 'user'>, () => string> = {
  gedung: () => `Kode;Nama Outlet;Alamat;Kota\nI${next()};Outlet Impor ${n};Jl. Impor;Bogor`,
  'jenis-billing': () => `Kode;Nama;Sifat\nIMP${next()};Jenis Impor ${n};Lain-lain`,
  'kategori-kursus': () => `Nama;Nama Level\nKategori Impor ${next()};"Dasar; Mahir"`,
  kursus: () =>
    `Kode;Nama Kursus;Kategori;Biaya Bulanan\nKIMP${next()};Kursus Impor;Piano;Rp 350.000`,
  biaya: () =>
    `Kode;Nama Biaya;Jenis Billing;Nominal;Berlaku Mulai\nBIMP${next()};Biaya Impor ${n};TAMBAHAN;5000;1/1/2026`,
  'produk-jasa': () => `Kode;Nama;Jenis Billing;Harga\nPIMP${next()};Produk Impor ${n};PRODUK;5000`,
  ruang: () => `Nama Ruang;Outlet;Kapasitas\nRuang Impor ${next()};JKT;4`,
  'hari-libur': () => `Nama;Tanggal\nLibur Impor;1 Januari ${1900 + Number(next())}`,
  lead: () => `Nama;No. HP / WhatsApp;Outlet\nCalon Impor ${next()};081712345678;JKT`,
}
const imports = imporNames
  .filter((name) => name !== 'user')
  .flatMap((name): [string, () => Promise<Sample>][] => {
    const tried = async (): Promise<Sample> => {
      const { id } = must(
        await s.superadmin.upload<{ id: number }>(`/${name}/import`, 'uji.csv', sheets[name](), {
          pratinjau: '1',
        }),
      )
      await vi.waitFor(async () =>
        expect(must(await s.superadmin.get(`/${name}/import-job?id=${id}`))).toMatchObject({
          status: 'siap',
          berhasil: 1,
        }),
      )
      return { id }
    }
    return [
      [`/${name}/import`, async () => ({ file: sheets[name]() })],
      [`/${name}/import-jalankan`, tried],
      [`/${name}/import-batal`, tried],
    ]
  })
/** Returns a workbook for moving in, with one new outlet. */
const movingIn = () =>
  workbookOf([
    {
      name: 'Outlet',
      columns: ['Kode', 'Nama Outlet', 'Alamat', 'Kota'].map((label) => ({
        label,
        kind: 'teks' as const,
        width: 9,
      })),
      rows: [[`P${next()}`, `Outlet Pindahan ${n}`, 'Jl. Pindah', 'Bogor']],
    },
  ])
const triedBook = async (): Promise<number> => {
  const { id } = must(
    await s.superadmin.upload<{ id: number }>('/pindahan/import', 'pindahan.xlsx', movingIn()),
  )
  await vi.waitFor(async () =>
    expect(must(await s.superadmin.get(`/pindahan/import-job?id=${id}`)).status).toBe('siap'),
  )
  return id
}
const storedBook = async (): Promise<number> => {
  const id = await triedBook()
  must(await s.superadmin.post(`/pindahan/import-jalankan?id=${id}`))
  await vi.waitFor(async () =>
    expect(must(await s.superadmin.get(`/pindahan/import-job?id=${id}`)).status).toBe('selesai'),
  )
  return id
}
const reason = { alasan: 'Salah catat waktu uji' }
const phone = '081233330000'
/** Creates a payer with saldo. */
const withSaldo = async (): Promise<number> => {
  const akun = await makeAkun(s, { phone })
  await makeRow('billing-payment', { ...payment(akun), alokasi: [] })
  return akun
}
const nextMonth = firstDay(addMonths(currentDay().slice(0, 7), 1))
/** Input of a family's request for a leave. */
const leaveRequest = { ...reason, permintaan: 'cuti', mulai: nextMonth }
const enrolled = async (more: Body = {}): Promise<number> =>
  enrol(s, await makePeserta(s, s.ids.akun, s.ids.gedung), await makeKelas(s, s.ids.gedung), more)
const proposal = { catatan: 'Lancar tangga nada mayor' }
/**
 * Creates an enrolment in the class of a coach, who may propose that the student graduates. Returns
 * the id of the enrolment and the client of the coach.
 */
const taught = async () => {
  const pelatih_id = await makePelatih(s)
  const kelas = await makeKelas(s, s.ids.gedung, { pelatih_id })
  const id = await enrol(s, await makePeserta(s, s.ids.akun, s.ids.gedung), kelas)
  return { id, by: await s.as(pelatih_id) }
}
const proposed = async () => {
  const { id, by } = await taught()
  must(await by.post(`/kursus-peserta/usulkan-lulus?id=${id}`, proposal))
  return { id, by }
}
/**
 * Creates an enrolment, another course, and a class of that course as a possible next class of the
 * student. Returns the id of the enrolment and the input of the call that plans the next class.
 */
const movingOn = async () => {
  const kursus_id = await makeRow('kursus', {
    kode: `LANJUT-${next()}`,
    nama: `Lanjut ${next()}`,
    kategori_kursus_id: s.ids.kategori,
    tipe: 'group',
    kapasitas_maks: 5,
    biaya_bulanan: 1000,
  })
  const kursus_pelatih_id = await makeKelas(s, s.ids.gedung, { kursus_id })
  return { id: await enrolled(), body: { kursus_id, kursus_pelatih_id } }
}
const person = (): Body => ({
  role_id: RoleId.akunBilling,
  name: `Orang ${next()}`,
  email: `orang${n}@contoh.id`,
  phone: '081234500000',
})
/**
 * Valid requests by path. They are for actions on a row and for calls that belong to no resource.
 */
const samples: Record<string, () => Promise<Sample>> = {
  '/access/update': async () => ({ id: 1, body: { versi: 1, nama: 'Nama Lain' } }),
  '/billing/terbitkan': async () => ({ id: await makeDraft(s, s.ids.akun, 1000) }),
  '/billing/hitung-ulang-promo': async () => {
    await makeRow('promo', {
      nama: 'Promo Audit',
      nilai: 1000,
      jenis_sifat: ['lain'],
      mulai: '2026-01-01',
    })
    const { id } = await s.db
      .selectFrom('jenis_billing')
      .select('id')
      .where('sifat', '=', 'lain')
      .executeTakeFirstOrThrow()
    return {
      id: await makeDraft(s, s.ids.akun, 1000, {
        items: [{ jenis_billing_id: id, deskripsi: 'Uji', harga_satuan: 100_000 }],
      }),
    }
  },
  '/billing/batalkan': async () => ({ id: await makeBill(s, s.ids.akun2, 1000), body: reason }),
  '/billing/terbit-ulang': async () => ({
    id: await makeBill(s, s.ids.akun2, 1000),
    body: reason,
  }),
  '/billing/nota-kredit': async () => ({
    id: await makeBill(s, s.ids.akun2, 5000),
    body: { jumlah: 1000, ...reason },
  }),
  '/billing/pakai-saldo': async () => {
    const akun = await makeAkun(s)
    const id = await makeBill(s, akun, 50_000)
    await makeRow('billing-payment', { ...payment(akun), alokasi: [] })
    return { id, body: { jumlah: 10_000 } }
  },
  '/billing-payment/batalkan': async () => ({
    id: await makeRow('billing-payment', payment(await makeAkun(s))),
    body: reason,
  }),
  '/billing-payment/alih': async () => {
    const akun = await makeAkun(s)
    await makeBill(s, akun, 10_000)
    return {
      id: await makeRow('billing-payment', payment(akun)),
      body: { alokasi: [], ...reason },
    }
  },
  '/billing/generate': async () => {
    await enrol(s, await makePeserta(s, s.ids.akun, s.ids.gedung), s.ids.kelas)
    return { body: { periode: '2024-05' } }
  },
  '/billing/share': async () => ({ id: await makeBill(s, s.ids.akun, 1000) }),
  '/billing/share-cabut': async () => {
    const id = await makeBill(s, s.ids.akun, 1000)
    must(await s.superadmin.post(`/billing/share?id=${id}`))
    return { id }
  },
  '/billing/share-kirim': async () => ({
    id: await makeBill(s, s.ids.akun, 1000),
    body: {
      kanal: 'wa_link',
      tujuan: must(await s.superadmin.get(`/user/view?id=${s.ids.akun}`)).phone,
      templat: 'wa_tagihan',
      isi: 'Halo {tautan}',
    },
  }),
  '/billing/terbitkan-banyak': async () => ({
    body: { ids: [await makeDraft(s, s.ids.akun, 1000)] },
  }),
  '/pekerjaan/konfirmasi-jam': async () => {
    const terlihat_at = '2020-01-01T00:00:00.000Z'
    await s.db
      .insertInto('jam_server')
      .values({ id: 1, terlihat_at })
      .onConflict((c) => c.column('id').doUpdateSet({ terlihat_at }))
      .execute()
    return { body: { sekarang: new Date().toISOString() } }
  },
  '/pekerjaan/jalankan': async () => ({ body: { nama: 'integritas' } }),
  '/setting/update': async () => ({
    body: {
      key: 'nama_sekolah',
      value: `Sekolah ${next()}`,
      versi: (
        await s.db
          .selectFrom('setting')
          .select('versi')
          .where('key', '=', 'nama_sekolah')
          .executeTakeFirstOrThrow()
      ).versi,
    },
  }),
  '/setting/simpan': async () => ({
    body: {
      perubahan: [
        {
          key: 'app_nama',
          value: `Nada ${next()}`,
          versi: (
            await s.db
              .selectFrom('setting')
              .select('versi')
              .where('key', '=', 'app_nama')
              .executeTakeFirstOrThrow()
          ).versi,
        },
      ],
    },
  }),
  '/auth/login': async () => ({
    body: { username: 'superadmin', password: 'rahasia-uji' },
    by: s.anonymous,
  }),
  '/auth/logout': async () => ({ by: await s.as(s.ids.pelatih) }),
  '/profile/update-password': async () => ({
    body: {
      old_password: 'rahasia-uji',
      password: 'sandi-baru-uji',
      re_password: 'sandi-baru-uji',
    },
    by: await withPassword(),
  }),
  '/auth/reset-password': async () => {
    const { otp } = await transaction(s.db, (trx) => makeInvitation(trx, s.ids.peserta))
    return {
      query: `?otp=${otp}`,
      body: { password: 'sandi-undangan', re_password: 'sandi-undangan' },
      by: s.anonymous,
    }
  },
  '/auth/konfirmasi-email': async () => {
    const { id, token } = await newAddress(s)
    return { id, body: { token }, by: s.anonymous }
  },
  '/auth/register': async () => ({
    body: {
      name: 'Calon Peserta',
      email: 'calon@contoh.id',
      phone: '081200004444',
      password: 'sandi-calon-1',
      tanggal_lahir: '1990-01-01',
      gedung_id: s.ids.gedung,
      kursus_minat: [],
      persetujuan: true,
    },
    by: s.anonymous,
  }),
  '/profile/siapkan-dua-langkah': async () => ({
    body: { password: 'rahasia-uji' },
    by: await withPassword(),
  }),
  '/profile/aktifkan-dua-langkah': async () => {
    await transaction(s.db, (trx) => removeSecondFactor(trx, s.ids.sales2))
    const by = await withPassword()
    const { rahasia } = must(
      await by.post('/profile/siapkan-dua-langkah', { password: 'rahasia-uji' }),
    )
    return { body: { kode: codeOf(rahasia) }, by }
  },
  '/profile/kode-pemulihan': async () => ({ ...(await withSecondFactor()), query: '' }),
  '/profile/matikan-dua-langkah': async () => ({ ...(await withSecondFactor()), query: '' }),
  '/profile/update': async () => ({
    body: {
      versi: (
        await s.db
          .selectFrom('user')
          .select('versi')
          .where('id', '=', s.ids.pelatih)
          .executeTakeFirstOrThrow()
      ).versi,
      kota: `Kota ${next()}`,
    },
    by: await s.as(s.ids.pelatih),
  }),
  '/profile/akhiri-sesi': async () => {
    const otherClient = await s.as(s.ids.pelatih)
    const { id } = await s.db
      .selectFrom('sesi')
      .select('id')
      .where('token_hash', '=', sha256(otherClient.token))
      .executeTakeFirstOrThrow()
    return { body: { id }, by: await s.as(s.ids.pelatih) }
  },
  '/profile/buat-token': async () => ({ body: tokenBody(), by: await withPassword(s.ids.admin) }),
  '/profile/cabut-token': async () => {
    const by = await withPassword(s.ids.admin)
    const { id } = must(await by.post<{ id: number }>('/profile/buat-token', tokenBody()))
    return { body: { id }, by }
  },
  '/profile/akhiri-sesi-lain': async () => {
    await s.as(s.ids.pelatih)
    return { by: await s.as(s.ids.pelatih) }
  },
  '/pertemuan/pindah': async () => ({
    id: await makeRow('pertemuan', await samplesOf(s).pertemuan.create()),
    body: { tanggal: addDays(currentDay(), 4), jam_mulai: '11:00', ...reason },
  }),
  '/pertemuan/pengganti': async () => ({
    id: await makeRow('pertemuan', await samplesOf(s).pertemuan.create()),
    body: { pelatih_id: await makePelatih(s) },
  }),
  '/pertemuan/batal': async () => ({
    id: await makeRow('pertemuan', await samplesOf(s).pertemuan.create()),
    body: { sebab: 'sekolah', ...reason },
  }),
  '/pertemuan/buka-pengganti': async () => {
    const id = await makeRow('pertemuan', await samplesOf(s).pertemuan.create())
    await s.db.updateTable('pertemuan').set({ status: 'minggu_5' }).where('id', '=', id).execute()
    return { id }
  },
  '/kursus-pelatih/setujui-slot': async () => ({ id: await makeUnanswered(s, s.ids.gedung) }),
  '/kursus-pelatih/tolak-slot': async () => ({
    id: await makeUnanswered(s, s.ids.gedung),
    body: reason,
  }),
  '/pengeluaran-sales/update': async () => ({
    id: await makeWaiting(s, s.ids.gedung),
    body: { versi: 1, jumlah: 12_000 },
  }),
  '/pengeluaran-sales/setujui': async () => ({ id: await makeWaiting(s, s.ids.gedung) }),
  '/pengeluaran-sales/tolak': async () => ({
    id: await makeWaiting(s, s.ids.gedung),
    body: reason,
  }),
  '/pengeluaran-sales/batalkan': async () => ({
    id: await makeWaiting(s, s.ids.gedung),
    body: reason,
  }),
  '/tutup-kas/buka': async () => ({
    id: must(await s.admin.post<any>('/tutup-kas/create', await samplesOf(s)['tutup-kas'].create()))
      .id,
    body: reason,
  }),
  '/konfirmasi-pembayaran/setujui': async () => ({
    id: await makeConfirmation(s, s.ids.gedung),
  }),
  '/konfirmasi-pembayaran/tolak': async () => ({
    id: await makeConfirmation(s, s.ids.gedung),
    body: reason,
  }),
  '/konfirmasi-pembayaran/batalkan': async () => ({
    id: await makeConfirmation(s, s.ids.gedung),
  }),
  '/billing/hapus-denda': async () => ({
    id: await makeFee(s, s.ids.akun, s.ids.gedung),
    body: reason,
  }),
  '/pengingat/lewati': async () => ({
    id: await makeReminder(s, await makeBill(s, s.ids.akun, 1000)),
    body: reason,
  }),
  '/mutasi-bank/import': () =>
    Promise.resolve({
      file: bri([{ tanggal: addDays(currentDay(), -1), keterangan: `AUDIT ${next()}`, jumlah: 1 }]),
      fields: { bank_id: String(s.ids.bank) },
    }),
  '/mutasi-bank/cocokkan': async () => ({
    id: await makeLine(s, s.ids.gedung),
    body: { akun_billing_id: s.ids.akun },
  }),
  '/mutasi-bank/abaikan': async () => ({ id: await makeLine(s, s.ids.gedung), body: reason }),
  '/mutasi-bank/lepas': async () => {
    const id = await makeLine(s, s.ids.gedung)
    must(await s.superadmin.post(`/mutasi-bank/abaikan?id=${id}`, reason))
    return { id }
  },
  '/pelatih-libur/setujui': async () => ({
    id: await makeRow('pelatih-libur', await samplesOf(s)['pelatih-libur'].create()),
  }),
  '/pelatih-libur/tolak': async () => ({
    id: await makeRow('pelatih-libur', await samplesOf(s)['pelatih-libur'].create()),
    body: reason,
  }),
  '/honor-periode/hitung': async () => {
    await makeGiven(s, s.ids.gedung)
    return { body: { periode: currentDay().slice(0, 7) } }
  },
  '/honor-periode/finalkan': async () => ({
    id: await makeDraftHonor(s, s.ids.gedung),
    body: { total: 50_000 },
  }),
  '/honor-periode/bayar': async () => ({
    id: await makeFinalHonor(s, s.ids.gedung),
    body: cash(),
  }),
  '/honor-periode/batal-bayar': async () => ({
    id: await makePaidHonor(s, s.ids.gedung),
    body: reason,
  }),
  '/honor-periode/buka-final': async () => ({
    id: await makeFinalHonor(s, s.ids.gedung),
    body: reason,
  }),
  '/kredit-pengganti/pesan': async () => ({
    id: (await makeMakeUp(s, s.ids.gedung)).credit,
    body: { pertemuan_id: (await makeHost(s, s.ids.gedung)).lessons[0] },
  }),
  '/kredit-pengganti/batal-pesan': async () => ({ id: await makeBooked(s, s.ids.gedung) }),
  '/kredit-pengganti/cabut': async () => ({
    id: (await makeMakeUp(s, s.ids.gedung)).credit,
    body: reason,
  }),
  '/lead/tahap': async () => ({
    id: await makeRow('lead', await samplesOf(s).lead.create()),
    body: { tahap: 'kalah', ...reason },
  }),
  '/lead/catat': async () => ({
    id: await makeRow('lead', await samplesOf(s).lead.create()),
    body: { jenis: 'telepon', isi: 'Tanya jadwal' },
  }),
  '/lead/serahkan': async () => ({
    id: await makeRow('lead', await samplesOf(s).lead.create()),
    body: { sales_id: s.ids.sales2 },
  }),
  '/lead/gabung': async () => ({
    id: await makeRow('lead', await samplesOf(s).lead.create()),
    body: { lead_id: await makeRow('lead', await samplesOf(s).lead.create()) },
  }),
  '/lead/trial': async () => ({
    id: await makeRow('lead', await samplesOf(s).lead.create()),
    body: await trialPlace(),
  }),
  '/lead/batal-trial': async () => {
    const id = await makeRow('lead', await samplesOf(s).lead.create())
    must(await s.superadmin.post(`/lead/trial?id=${id}`, await trialPlace()))
    return { id, body: reason }
  },
  '/lead/tahan-slot': async () => ({ body: await wishedSlot() }),
  '/lead/perpanjang-slot': async () => {
    const { id, versi } = await keptSlot()
    return { body: { id, versi } }
  },
  '/lead/lepas-slot': async () => ({ body: { id: (await keptSlot()).id } }),
  '/user/tambah-peserta': async () => ({
    id: (await wishedSlot()).lead_id,
    body: becoming(),
  }),
  '/user/tambah-kursus-peserta': async () => ({ id: await registeredLead(), body: {} }),
  '/lead/urungkan-aktivasi': async () => {
    const id = await registeredLead()
    must(await s.superadmin.post(`/user/tambah-kursus-peserta?id=${id}`, {}))
    return { id, body: reason }
  },
  '/lead/serahkan-semua': async () => {
    await makeRow('lead', await samplesOf(s).lead.create())
    return { body: { dari: s.ids.sales, ke: s.ids.sales2 } }
  },
  '/pendaftar-mandiri/ambil': async () => ({ id: await applicant(), by: s.sales }),
  '/pendaftar-mandiri/serahkan': async () => ({
    id: await applicant(),
    body: { sales_id: s.ids.sales2 },
  }),
  '/pendaftar-mandiri/tutup': async () => ({
    id: await applicant(),
    body: { alasan_tutup: 'spam' },
  }),
  '/pendaftar-mandiri/buka': async () => ({
    id: await applicant({ ditutup_at: '2026-11-01T00:00:00.000Z' }),
  }),
  '/pendaftar-mandiri/lengkapi-profile': async () => ({
    id: await applicant(),
    body: {
      versi: 1,
      name: 'Pendaftar Lengkap',
      gender: 'Perempuan',
      tanggal_lahir: '1990-01-01',
      phone: '081200000001',
      email: `lengkap.${next()}@contoh.id`,
      gedung_id: s.ids.gedung,
      persetujuan: true,
    },
  }),
  '/kursus-peserta/aktifkan': async () => ({ id: await enrolled({ status: 0 }) }),
  '/kursus-peserta/cuti': async () => ({ id: await enrolled(), body: { cuti_mulai: nextMonth } }),
  '/kursus-peserta/kembali': async () => ({
    id: await enrolled({ status: 2, cuti_mulai: nextMonth }),
  }),
  '/kursus-peserta/berhenti': async () => ({
    id: await enrolled(),
    body: { ...reason, selesai: currentDay() },
  }),
  '/kursus-peserta/lulus': async () => ({
    id: await enrolled(),
    body: { selesai: currentDay() },
  }),
  '/kursus-peserta/ajukan': async () => ({ id: await enrolled(), body: leaveRequest, by: s.akun }),
  '/kursus-peserta/batal-permintaan': async () => {
    const id = await enrolled()
    must(await s.akun.post(`/kursus-peserta/ajukan?id=${id}`, leaveRequest))
    return { id }
  },
  '/kursus-peserta/usulkan-lulus': async () => ({ ...(await taught()), body: proposal }),
  '/kursus-peserta/tarik-usulan': async () => proposed(),
  '/kursus-peserta/tolak-usulan': async () => ({ id: (await proposed()).id }),
  '/kursus-peserta/kelas-selanjutnya': async () => movingOn(),
  '/kursus-peserta/batal-kelas-selanjutnya': async () => {
    const { id, body } = await movingOn()
    return must(await s.superadmin.post(`/kursus-peserta/kelas-selanjutnya?id=${id}`, body))
  },
  '/user/activate': async () => ({ id: await makeRow('user', { ...person(), status: 1 }) }),
  '/user/disable-enable': async () => ({ id: await makeRow('user', person()), body: reason }),
  '/user/restore': async () => {
    const id = await makeRow('user', person())
    must(await s.superadmin.post(`/user/delete?id=${id}`))
    return { id }
  },
  '/user/upgrade': async () => ({
    id: await makePeserta(s, s.ids.akun, s.ids.gedung, {
      email: `naik${next()}@contoh.id`,
      phone: '081234500001',
    }),
    body: reason,
  }),
  '/user/downgrade': async () => {
    const id = await makePeserta(s, s.ids.akun, s.ids.gedung, {
      email: `turun${next()}@contoh.id`,
      phone: '081234500001',
      tanggal_lahir: '1990-01-01',
    })
    must(await s.superadmin.post(`/user/upgrade?id=${id}`))
    return { id, body: { akun_billing_id: s.ids.akun } }
  },
  '/user/reset-password': async () => ({
    id: s.ids.sales2,
    body: { password: 'sandi-baru-uji', re_password: 'sandi-baru-uji' },
  }),
  '/user/kirim-rekening-koran': async () => ({
    body: {
      akun: [await makeAkun(s)],
      dari: '2025-01-01',
      sampai: '2025-02-01',
    },
  }),
  '/user/refund-saldo': async () => ({
    id: await withSaldo(),
    body: {
      jumlah: 1000,
      tanggal: '2026-02-01',
      metode: MetodePembayaran.tunai,
      bukti: must(
        await s.superadmin.upload<{ id: number }>('/berkas/unggah', 'bukti.png', pngOf(1, 1), {
          jenis: 'bukti',
        }),
      ).id,
      ...reason,
    },
  }),
  '/user/alih-saldo': async () => ({
    id: await withSaldo(),
    body: { ke_id: await makeAkun(s, { phone }), jumlah: 1000, ...reason },
  }),
  '/user/koreksi-saldo': async () => ({
    id: await withSaldo(),
    body: { arah: 'kurang', jumlah: 1000, ...reason },
  }),
  '/user/reset-dua-langkah': async () => ({ id: (await withSecondFactor()).id, body: reason }),
  '/user/anonimkan': async () => ({
    id: await makeRow('user', { ...person(), status: 1 }),
    body: reason,
  }),
  '/user/undangan': async () => ({ id: s.ids.sales2 }),
  '/user/cabut-tautan': async () => {
    must(await s.superadmin.post(`/user/undangan?id=${s.ids.sales2}`))
    return { id: s.ids.sales2 }
  },
  '/user/cabut-undangan': async () => {
    must(await s.superadmin.post(`/user/undangan?id=${s.ids.sales2}`))
    return { id: s.ids.sales2 }
  },
  '/user/kalender': async () => ({ id: s.ids.pelatih, by: await s.as(s.ids.pelatih) }),
  '/user/kalender-cabut': async () => {
    const by = await s.as(s.ids.pelatih)
    must(await by.post(`/user/kalender?id=${s.ids.pelatih}`))
    return { id: s.ids.pelatih, by }
  },
  '/user/lihat-nik': async () => ({ id: s.ids.pelatih, body: reason }),
  ...Object.fromEntries(imports),
  '/pindahan/import': () => Promise.resolve({ file: movingIn() }),
  '/pindahan/import-jalankan': async () => ({ id: await triedBook() }),
  '/pindahan/import-batal': async () => ({ id: await triedBook() }),
  '/pindahan/import-urungkan': async () => ({ id: await storedBook() }),
  '/user/import': async () => ({ file: students() }),
  '/user/import-jalankan': async () => ({ id: await tried() }),
  '/user/import-batal': async () => ({ id: await tried() }),
  '/user/ubah-jadwal-pelatih': async () => ({
    id: s.ids.pelatih,
    body: { versi: 0, slot: [{ hari: Hari.minggu, jam: '20:00', status: SlotPelatih.kosong }] },
  }),
  '/pertemuan/tandai': async () => ({
    id: await storeLesson(s, s.ids.kelas, '2025-03-03'),
    body: { peserta: [{ kursus_peserta_id: s.ids.kp, kode_absensi: 'HADIR' }] },
  }),
  '/audit/rute-ditolak': async () => ({ body: { route: '/bank' }, by: s.sales }),
}
/**
 * POST calls that write no entry to the audit log. Some only read. Others store something that is
 * logged only when it is used later, such as a code sent by mail or an uploaded file.
 */
const reading = new Set([
  // Marks a notice of the caller as read.
  '/pemberitahuan/baca',
  '/billing/pratinjau',
  '/pertemuan/periksa',
  '/lead/periksa-trial',
  '/kursus-pelatih/periksa',
  '/kursus-peserta/periksa',
  '/promo/coba',
  '/auth/send-otp',
  '/berkas/unggah',
  ...['aktifkan', 'cuti', 'kembali', 'berhenti', 'lulus', 'kelas-selanjutnya'].map(
    (verb) => `/kursus-peserta/pratinjau-${verb}`,
  ),
  '/user/pratinjau-kursus-peserta',
  // Stores the draft of a form that is not submitted yet.
  '/lead/simpan-aktivasi',
])

const routes: Routes = new Map()
for (const module of Object.values(modules)) addResource(routes, module, moduleOf)
addCalls(routes, handlers)
const writing = [...routes].flatMap(([path, methods]) =>
  methods.POST && !reading.has(path) ? [path] : [],
)

const sampleOf = async (path: string): Promise<Sample> => {
  const makeSample = samples[path]
  if (makeSample) return makeSample()
  const [, name = '', verb = ''] = path.split('/')
  const row = examples[name]
  if (!row || !['create', 'update', 'delete'].includes(verb))
    throw new Error(
      `${path} changes something: give it a sample in server/test/audit.walk.sqlite.test.ts`,
    )
  const body = await row.create()
  if (verb === 'create') return { body }
  return {
    id: await makeRow(name, body),
    body: verb === 'update' ? { versi: 1, ...row.update } : {},
  }
}
/**
 * Waits until no import runs in the background. Otherwise the test could take log entries of the
 * import for entries of the next call.
 */
const quiet = async () => {
  while (
    await s.db
      .selectFrom('import_job')
      .select('id')
      .where('status', 'in', ['memeriksa', 'berjalan'])
      .executeTakeFirst()
  )
    await new Promise((done) => {
      setTimeout(done, 20)
    })
}
const log = (after = 0) =>
  s.db.selectFrom('audit').selectAll().where('id', '>', after).orderBy('id').execute()
const lastId = async () =>
  (
    await s.db
      .selectFrom('audit')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id ?? 0

/**
 * Expects that a log entry contains all changed fields with different old and new values, and no
 * unchanged field.
 */
const expectChanges = (
  verb: string | undefined,
  entry: { sebelum: string | null; sesudah: string | null } | undefined,
  body: Body,
) => {
  const [before, after] = [
    JSON.parse(entry?.sebelum ?? 'null') as Body | null,
    JSON.parse(entry?.sesudah ?? 'null') as Body | null,
  ]
  if (verb === 'create') return expect([before, after]).toEqual([null, expect.any(Object)])
  if (verb === 'delete') return expect([before, after]).toEqual([expect.any(Object), null])
  for (const field of Object.keys(after ?? {}))
    expect(JSON.stringify(before?.[field]), field).not.toBe(JSON.stringify(after?.[field]))
  if (verb === 'update')
    expect(Object.keys(after ?? {})).toEqual(
      expect.arrayContaining(Object.keys(body).filter((k) => k !== 'versi')),
    )
}

describe('every writing call', () => {
  walk(writing)('is recorded', async (path) => {
    const {
      id,
      query = id ? `?id=${id}` : '',
      body = {},
      file,
      fields,
      by = s.superadmin,
    } = await sampleOf(path)
    const start = await lastId()
    const answer =
      file === undefined
        ? await by.post<{ id?: number }>(path + query, body)
        : await by.upload<{ id?: number }>(path + query, 'uji.csv', file, fields)
    must(answer)
    const written = await log(start)
    expect(written.length, 'rows').toBeGreaterThan(0)
    const [, name = '', verb] = path.split('/')
    for (const row of written)
      expect({ ip: row.ip, created_by: row.created_by, user_nama: row.user_nama }).toEqual({
        ip: '127.0.0.1',
        created_by: expect.any(Number),
        user_nama: expect.any(String),
      })
    const resource = (resources as Record<string, AnyResource>)[name]
    if (
      !resource ||
      !['create', 'update', 'delete', ...Object.keys(resource.actions)].includes(verb ?? '')
    )
      return
    const entry = written.find(
      (r) => r.entitas === name && r.entitas_id === (id ?? answer.data.id) && r.aksi === verb,
    )
    expect(entry, 'the row itself').toBeDefined()
    expectChanges(verb, entry, body)
  })
  test('is not recorded without a change; a rejection is recorded as such', async () => {
    await quiet()
    const start = await lastId()
    await s.sales.post('/bank/create', examples.bank!.create() as Body)
    await s.superadmin.post('/bank/create', { nama_bank: '' })
    const { versi, nama_bank } = must(await s.superadmin.get(`/bank/view?id=${s.ids.bank}`))
    must(await s.superadmin.post(`/bank/update?id=${s.ids.bank}`, { versi, nama_bank }))
    expect(await log(start)).toMatchObject([{ aksi: 'panggilan-ditolak', created_by: s.ids.sales }])
  })
})

test('records an export with its filters', async () => {
  await quiet()
  const start = await lastId()
  await s.admin.get('/billing/ekspor?status=1&q=santoso')
  expect(await log(start)).toMatchObject([
    {
      aksi: 'ekspor',
      entitas: 'billing',
      created_by: s.ids.admin,
      sesudah: expect.stringContaining('status=1'),
    },
  ])
})

test('records profile fields in the change of a user, a password only as set', async () => {
  const id = await makeRow('user', examples.user!.create() as Body)
  const start = await lastId()
  must(
    await s.superadmin.post(`/user/update?id=${id}`, {
      versi: 1,
      nama_tagihan: 'PT Contoh',
      kirim_via: 'email',
      password: 'sandi-rahasia-sekali',
    }),
  )
  const [row] = await log(start)
  expect([JSON.parse(row?.sebelum ?? ''), JSON.parse(row?.sesudah ?? '')]).toMatchObject([
    { nama_tagihan: expect.stringMatching(/^Akun /), kirim_via: 'wa' },
    { nama_tagihan: 'PT Contoh', kirim_via: 'email', password: '***' },
  ])
  expect(JSON.stringify(await log())).not.toContain('sandi-rahasia-sekali')
})

test('limits the reports of forbidden routes for each user without an error', async () => {
  const start = await lastId()
  for (let i = 0; i < 40; i++)
    expect((await s.akun.post('/audit/rute-ditolak', { route: `/bank/${i}` })).status).toBe(200)
  expect(await log(start)).toHaveLength(30)
  for (let i = 0; i < 3; i++)
    expect((await s.akun2.post('/audit/rute-ditolak', { route: '/bank' })).status).toBe(200)
  expect(await log(start)).toHaveLength(31)
  expect(JSON.parse((await log(start)).at(-1)?.sesudah ?? '')).toEqual({ Halaman: '/bank' })
})

describe('a rejected call', () => {
  test('is recorded with its row and response, once per quarter hour', async () => {
    const by = await s.as(s.ids.pelatih)
    const start = await lastId()
    for (let i = 0; i < 5; i++)
      expect(
        (await by.post('/bank/delete?id=7&nama=rahasia', { password: 'rahasia-sekali' })).status,
      ).toBe(403)
    const written = await log(start)
    expect(written).toMatchObject([
      {
        aksi: 'panggilan-ditolak',
        entitas: 'panggilan',
        entitas_id: null,
        created_by: s.ids.pelatih,
        user_nama: expect.any(String),
        ip: '127.0.0.1',
      },
    ])
    expect(JSON.parse(written[0]?.sesudah ?? '')).toEqual({
      Panggilan: 'POST /bank/delete',
      Data: '#7',
      Jawaban: 'Anda tidak berhak melakukan ini',
    })
    expect((await by.get('/bank')).status).toBe(403)
    expect(await log(start)).toHaveLength(2)
  })
  test('is recorded when the outlets are the reason', async () => {
    const start = await lastId()
    expect((await s.admin2.post('/kategori-kursus/create', { nama: 'Untuk semua' })).status).toBe(
      403,
    )
    expect(await log(start)).toMatchObject([
      { aksi: 'panggilan-ditolak', created_by: s.ids.admin2 },
    ])
  })
  test('is recorded at most thirty times per quarter hour, with the forbidden pages', async () => {
    const by = await s.as(s.ids.peserta)
    const start = await lastId()
    for (const name of Object.keys(resources))
      for (const verb of ['create', 'update', 'delete']) await by.post(`/${name}/${verb}?id=1`, {})
    await by.post('/audit/rute-ditolak', { route: '/setting' })
    expect((await log(start)).filter((r) => r.aksi.endsWith('-ditolak'))).toHaveLength(30)
  })
  test('is not recorded for a guest, or before a required password change', async () => {
    const start = await lastId()
    await s.anonymous.get('/bank')
    await s.db
      .updateTable('user')
      .set({ harus_ganti_password: 1 })
      .where('id', '=', s.ids.sales2)
      .execute()
    expect((await (await s.as(s.ids.sales2)).get('/bank')).status).toBe(403)
    await s.db
      .updateTable('user')
      .set({ harus_ganti_password: 0 })
      .where('id', '=', s.ids.sales2)
      .execute()
    expect(await log(start)).toEqual([])
  })
})

test('contains no sort or search key', async () => {
  const rows = await s.db.selectFrom('audit').select(['entitas', 'sebelum', 'sesudah']).execute()
  const keys = rows.flatMap(({ entitas, sebelum, sesudah }) =>
    [sebelum, sesudah].flatMap((text) =>
      text === null ? [] : Object.keys(JSON.parse(text)).map((key) => `${entitas}.${key}`),
    ),
  )
  expect([...new Set(keys)].filter((key) => /\.cari$|_(?:kunci|bunyi)$/.test(key))).toEqual([])
})
test('has a label for every word of the log', async () => {
  for (const row of await log()) {
    expect(
      AuditAction.options.map((o) => String(o.value)),
      row.aksi,
    ).toContain(row.aksi)
    expect(
      AuditEntity.options.map((o) => String(o.value)),
      row.entitas,
    ).toContain(row.entitas)
  }
  for (const name of Object.keys(resources))
    expect(
      AuditEntity.options.map((o) => String(o.value)),
      name,
    ).toContain(name)
})

test('uses the dates of Jakarta', async () => {
  const [first] = await log()
  await s.db
    .updateTable('audit')
    .set({ created_at: '2021-03-04T17:30:00.000Z' })
    .where('id', '=', first!.id)
    .execute()
  const on = async (query: string) =>
    must(await s.superadmin.get(`/audit?${query}`)).map((r: { id: number }) => r.id)
  for (const query of [
    'created_at=2021-03-05',
    'filter[created_at][gte]=2021-03-05&filter[created_at][lte]=2021-03-05',
    'filter[created_at][gt]=2021-03-04&filter[created_at][lt]=2021-03-06',
  ])
    expect(await on(query), query).toEqual([first!.id])
  for (const query of [
    'created_at=2021-03-04',
    'filter[created_at][lte]=2021-03-04',
    'filter[created_at][gte]=2020-01-01&filter[created_at][lt]=2021-03-05',
  ])
    expect(await on(query), query).toEqual([])
  expect((await s.superadmin.get('/audit?created_at=2021-13-45')).status).toBe(422)
  await s.db
    .updateTable('audit')
    .set({ created_at: first!.created_at })
    .where('id', '=', first!.id)
    .execute()
})

test('shows an admin only acts of own people, no receipt that also pays elsewhere', async () => {
  const readAuthors = async (query: string) =>
    must(await s.admin2.get(`/audit?${query}&per-page=100`)).map(
      (r: { created_by: number }) => r.created_by,
    )
  await s.admin2.get('/user/ekspor?fields=name')
  await s.admin.get('/user/ekspor?fields=name')
  expect(new Set(await readAuthors('aksi=ekspor'))).toEqual(new Set([s.ids.admin2]))
  const ownOutlet = await s.db
    .selectFrom('gedung')
    .select('id')
    .where('id', '=', s.ids.gedung2)
    .executeTakeFirstOrThrow()
  await transaction(s.db, (trx) =>
    auditEvent(
      trx,
      { ip: '127.0.0.1', agent: '', actor: null },
      { aksi: 'create', entitas: 'billing-payment', entitas_id: 999_999, gedung_id: ownOutlet.id },
    ),
  )
  expect(await readAuthors('entitas=billing-payment&entitas_id=999999')).toEqual([])
})

test('exports the log as it is shown', async () => {
  const csv = (await s.admin2.get<string>('/audit/ekspor?fields=aksi,entitas&entitas=gedung')).data
  const rows = must(await s.admin2.get('/audit?entitas=gedung&per-page=100')).length
  expect(csv.trim().split('\n')).toHaveLength(rows + 1)
  expect(csv).toContain('\nmenambahkan,Outlet\n')
})

test('shows an admin of one outlet events of the outlet and of its people', async () => {
  must(
    await s.superadmin.post(`/user/update?id=${s.ids.akun}`, {
      versi: (
        await s.db
          .selectFrom('user')
          .select('versi')
          .where('id', '=', s.ids.akun)
          .executeTakeFirstOrThrow()
      ).versi,
      alamat: 'Jl. Baru 1',
    }),
  )
  must(
    await s.superadmin.post(`/user/update?id=${s.ids.akun2}`, {
      versi: (
        await s.db
          .selectFrom('user')
          .select('versi')
          .where('id', '=', s.ids.akun2)
          .executeTakeFirstOrThrow()
      ).versi,
      alamat: 'Jl. Baru 2',
    }),
  )
  const userIds = must(await s.admin2.get('/audit?entitas=user&per-page=100')).map(
    (r: { entitas_id: number }) => r.entitas_id,
  )
  expect(userIds).toContain(s.ids.akun2)
  expect(userIds).not.toContain(s.ids.akun)
  expect(must(await s.admin2.get(`/audit?entitas=gedung&entitas_id=${s.ids.gedung}`))).toEqual([])
  expect(
    must(await s.admin2.get(`/audit?entitas=gedung&entitas_id=${s.ids.gedung2}`)).length,
  ).toBeGreaterThan(0)
})

test('is filtered by user and time', async () => {
  const entries = must(await s.superadmin.get(`/audit?created_by=${s.ids.admin}&per-page=100`))
  expect(entries.length).toBeGreaterThan(0)
  expect(new Set(entries.map((r: { created_by: number }) => r.created_by))).toEqual(
    new Set([s.ids.admin]),
  )
  const [day] = new Date().toISOString().split('T')
  expect(
    must(
      await s.superadmin.get(
        `/audit?filter[created_at][gte]=${day}&filter[created_at][lte]=${day}T23:59:59.999Z`,
      ),
    ).length,
  ).toBeGreaterThan(0)
  expect(must(await s.superadmin.get('/audit?filter[created_at][lte]=2020-01-01'))).toEqual([])
})
