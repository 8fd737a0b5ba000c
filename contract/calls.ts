/** The calls that are no entity's: authentication, profile, generation, settings. Paths and names: the product's interface, fixed. */
import * as z from 'zod/mini'
import type { AccessCode } from '#contract/access.ts'
import { BatchStatus, Hari, HasilGenerate, ModeTagihan, SlotPelatih } from '#contract/enums.ts'
import { id, maxId, periode, sandi, satuDari, teks } from '#contract/fields.ts'
import type { Shape } from '#contract/resource.ts'
import { jamSlot } from '#contract/rules/jadwal.ts'

interface CallDef { method: 'GET' | 'POST'; path: string; access: AccessCode | 'public' | 'session'; idempotent?: true; query?: z.ZodMiniObject; input?: z.ZodMiniObject; output: z.ZodMiniType }
/**
 * Declares a call. `access` public needs no token, session any token. `idempotent` calls need an `Idempotency-Key`.
 */
const call = <const Path extends string, O extends z.ZodMiniType, Q extends Shape = {}, I extends Shape = {}>(def: {
  method: 'GET' | 'POST'; path: Path; access: CallDef['access']; idempotent?: true; query?: Q; input?: I; output: O
}) => ({ ...def, query: z.object((def.query ?? {}) as Q), input: z.object((def.input ?? {}) as I) })

export type AnyCall = CallDef
export type CallInput<C extends AnyCall> = C['input'] extends z.ZodMiniType ? z.input<C['input']> : never
export type CallQuery<C extends AnyCall> = C['query'] extends z.ZodMiniType ? z.input<C['query']> : never
export type CallOutput<C extends AnyCall> = z.output<C['output']>

const byId = { id: id() }

export const Profile = z.object({
  id: id(), name: z.string(), username: z.nullable(z.string()), email: z.nullable(z.string()), status: z.int(), role_id: z.int(), foto: z.nullable(z.string()),
  role: z.object({ id: id(), name: z.string(), accesses: z.array(z.string()), dasar_role_id: z.optional(z.nullable(z.int())) }),
  harus_ganti_password: z.boolean(),
  pengaturan: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type Profile = z.infer<typeof Profile>

export const login = call({
  method: 'POST', path: '/auth/login', access: 'public',
  input: { username: teks('Username atau email', { max: 120 }), password: sandi('Password', undefined, 1) }, output: z.object({ key: z.string() }),
})
export const logout = call({ method: 'POST', path: '/auth/logout', access: 'session', output: z.object({}) })
export const profile = call({ method: 'GET', path: '/profile', access: 'session', output: Profile })
export const updatePassword = call({
  method: 'POST', path: '/profile/update-password', access: 'session',
  input: { old_password: sandi('Password Lama', undefined, 1), password: sandi('Password Baru', 'Minimal 8 karakter'), re_password: sandi('Ulangi Password Baru') },
  output: z.object({}),
})

export const infoBilling = call({
  method: 'GET', path: '/user/info-billing', access: 'user/info-billing', query: byId,
  output: z.object({
    akun_billing: z.object({ id: id(), name: z.string(), nama_tagihan: z.string(), phone: z.nullable(z.string()) }), saldo_kredit: z.int(),
    belum_terbayar: z.object({ jumlah: z.int(), sisa: z.int() }), terbayar_sebagian: z.object({ jumlah: z.int(), sisa: z.int() }), lunas: z.object({ jumlah: z.int(), total: z.int() }),
    /** Open bills first by due date, then the latest others; at most 50. */
    tagihan: z.array(z.object({
      id: id(), nomor: z.nullable(z.string()), periode: z.nullable(z.string()), jatuh_tempo: z.string(), total: z.int(), terbayar: z.int(), sisa: z.int(),
      payment_status: z.int(), gedung_id: id(), nama_tagihan: z.string(),
    })),
    mutasi: z.array(z.object({ id: id(), jenis: z.string(), jumlah: z.int(), keterangan: z.string(), created_at: z.string() })),
  }),
})
export const infoPeserta = call({
  method: 'GET', path: '/user/info-peserta', access: 'user/info-peserta', query: byId,
  output: z.array(z.object({
    id: id(), name: z.string(), nama_panggilan: z.nullable(z.string()), status: z.int(), no_induk: z.nullable(z.string()),
    kursus_peserta: z.array(z.object({ id: id(), status: z.int(), mulai: z.string(), selesai: z.nullable(z.string()), kursus: z.string(), kelas: z.string() })),
  })),
})
export const listPaymentBank = call({
  method: 'GET', path: '/user/list-payment-bank', access: 'user/list-payment-bank', query: byId,
  output: z.array(z.object({ id: id(), nama_bank: z.string(), no_rekening: z.string(), atas_nama: z.string(), tipe: z.string(), metode: z.int(), tampil_di_tagihan: z.boolean() })),
})

const slot = { hari: satuDari('Hari', Hari), jam: z.literal(jamSlot, 'Bukan jam mulai slot'), status: satuDari('Status', SlotPelatih) }
export const JadwalPelatih = z.object({
  pelatih: z.object({ id: id(), name: z.string() }),
  /** Of the whole grid: what a save must send. 0 until the first one. */
  versi: z.int(), updated_at: z.nullable(z.string()), diubah_oleh: z.nullable(z.string()),
  /** All 175 slots, day by day; one that was never set is 3. */
  slot: z.array(z.object(slot)),
  /** Active classes that occupy slots now or later. One out of the reader's scope keeps its time and no more: `id` is null. */
  kelas: z.array(z.object({
    id: z.nullable(id()), nama: z.string(), kursus: z.nullable(z.string()), gedung: z.nullable(z.string()), ruang: z.nullable(z.string()), hari: Hari.schema, jam_mulai: z.string(), jam_selesai: z.string(),
    mulai: z.string(), selesai: z.nullable(z.string()),
  })),
})
export const jadwalPelatih = call({ method: 'GET', path: '/user/jadwal-pelatih', access: 'user/jadwal-pelatih', query: byId, output: JadwalPelatih })
/** Sets the slots given and leaves the others as they are: one save, all or nothing. Status 3 on a slot of an active class is 409. */
export const ubahJadwalPelatih = call({
  method: 'POST', path: '/user/ubah-jadwal-pelatih', access: 'user/ubah-jadwal-pelatih', query: byId,
  input: { versi: z.int(), slot: z.array(z.object(slot)).check(z.minLength(1, 'Tidak ada yang diubah'), z.maxLength(175, 'Maksimal 175 slot')) }, output: JadwalPelatih,
})

const generateInput = { periode: periode(), gedung_id: z.optional(z.array(id()).check(z.maxLength(200))), mode: z.optional(satuDari('Mode', ModeTagihan)) }
export const PratinjauBaris = z.object({
  kursus_peserta_id: id(), peserta_id: id(), peserta: z.string(), akun_billing_id: z.nullable(id()), akun_billing: z.nullable(z.string()), gedung_id: id(), gedung: z.string(),
  kursus: z.string(), hasil: HasilGenerate.schema, deskripsi: z.string(), jumlah: z.int(), prorata_pembilang: z.nullable(z.int()), prorata_penyebut: z.nullable(z.int()),
})
export const pratinjau = call({
  method: 'POST', path: '/billing/pratinjau', access: 'billing/generate', input: generateInput,
  output: z.object({
    periode: z.string(), tanggal_terbit: z.string(), jatuh_tempo: z.string(), baris: z.array(PratinjauBaris),
    /** `tagihan`: bills that will be made (lines that join an open draft make none); `baris`: the new lines; `total`: their sum in rupiah. */
    ringkasan: z.object({ tagihan: z.int(), baris: z.int(), total: z.int(), dilewati: z.int(), ada: z.int() }),
  }),
})
export const generate = call({
  method: 'POST', path: '/billing/generate', access: 'billing/generate', idempotent: true, input: generateInput,
  output: z.object({ generate_batch_id: id(), dibuat: z.int(), dilewati: z.int() }),
})
/** Progress of a run: by its id, or by the Idempotency-Key that started it (`kunci`), which the client knows before the answer. */
export const generateBatch = call({
  method: 'GET', path: '/billing/generate-batch', access: 'billing/generate', query: { id: z.optional(id()), kunci: z.optional(z.string().check(z.maxLength(80))) },
  output: z.object({
    id: id(), periode: z.string(), status: BatchStatus.schema, jumlah_akun: z.int(), selesai_akun: z.int(), dibuat: z.int(), dilewati: z.int(), total: z.int(),
    galat: z.array(z.object({ akun_billing_id: z.nullable(z.int()), pesan: z.string() })),
  }),
})
/** Publishes many drafts, one by one: a failure leaves the others published. At most 200 ids, or one run's next 200 drafts; `tersisa` tells whether to call again. */
export const terbitkanBanyak = call({
  method: 'POST', path: '/billing/terbitkan-banyak', access: 'billing/terbitkan',
  input: { ids: z.optional(z.array(id()).check(z.maxLength(200, 'Maksimal 200 tagihan'))), generate_batch_id: z.optional(id()), setelah_id: z.optional(z.int().check(z.gte(0), z.lte(maxId))) },
  output: z.object({ berhasil: z.int(), gagal: z.array(z.object({ id: id(), pesan: z.string() })), tersisa: z.int(), terakhir_id: z.int() }),
})

export const settingList = call({ method: 'GET', path: '/setting', access: 'setting/index', output: z.array(z.object({ key: z.string(), value: z.unknown(), grup: z.string(), label: z.string(), versi: z.int() })) })
export const settingUpdate = call({
  method: 'POST', path: '/setting/update', access: 'setting/update', input: { key: teks('Kunci', { max: 60 }), value: z.unknown(), versi: z.int() },
  output: z.object({ key: z.string(), value: z.unknown(), versi: z.int() }),
})
export const ruteDitolak = call({ method: 'POST', path: '/audit/rute-ditolak', access: 'session', input: { route: teks('Route', { max: 200 }) }, output: z.object({}) })

/** All of them, for server, API document and tests. */
export const calls = {
  login, logout, profile, updatePassword, infoBilling, infoPeserta, listPaymentBank, jadwalPelatih, ubahJadwalPelatih, pratinjau, generate, generateBatch, terbitkanBanyak, settingList, settingUpdate, ruteDitolak,
}
