/**
 * The settings of a school, each with key, group, schema, default and description. Add new settings
 * here; the server stores missing settings with their defaults when it starts.
 */
import * as z from 'zod/mini'
import { PembagianPendaftar } from '#contract/access/rules/applicant.ts'
import { checkNomorFormat } from '#contract/billing/rules/numberFormat.ts'
import { billTexts } from '#contract/billing/rules/paper/billText.ts'
import { enumOf, ModeTagihan } from '#contract/enums.ts'
import {
  reference,
  fileReference,
  jam,
  wholeNumber,
  fieldMeta,
  list,
  metaOf,
  optional,
  persen,
  rupiah,
  oneOf,
  tanggal,
  longText,
  shortText,
  someOf,
  yesNo,
  type FieldMeta,
} from '#contract/fields.ts'
import { PembagianLead } from '#contract/sales/leadEnums.ts'
import { maxHoldHours } from '#contract/sales/rules/slotHold.ts'
import { waTexts } from '#contract/sales/rules/waText.ts'
import { checkDenda, dendaText, DendaTier, pengingatText } from '#contract/settings/collection.ts'
import { confirmTexts, mailTexts, statementTexts } from '#contract/settings/mailText.ts'
import { PanduanTampil, SkippableStep } from '#contract/settings/setupSteps.ts'
import { currentDay } from '#contract/values/tanggal.ts'

/**
 * Groups of settings in display order, each with title and description. The settings of a group are
 * saved together.
 */
export const settingGroups = {
  umum: ['Umum', 'Nama aplikasi dan sekolah, logo, unggahan'],
  tagihan: ['Tagihan', 'Tagihan bulanan: jenis, tanggal, pembulatan, saldo'],
  nomor: ['Nomor Dokumen', 'Bentuk nomor tagihan, kuitansi, pengeluaran, dan konfirmasi'],
  pembayaran: ['Pembayaran & Pajak', 'Kuitansi, mesin kartu, PPN, meterai'],
  penagihan: ['Penagihan', 'Teks tagihan dan pengingat, denda keterlambatan, tunggakan'],
  kelas: ['Kelas & Cuti', 'Izin, kelas pengganti, cuti'],
  sales: ['Sales', 'Pembagian lead, teks WhatsApp'],
  surat: ['Email', 'Teks email kepada pendaftar dan pembayar'],
  keamanan: ['Keamanan', 'Verifikasi dua langkah'],
  pembukuan: ['Pembukuan', 'Kunci buku, tanggal yang diterima'],
  cadangan: ['Cadangan', 'Cadangan otomatis setiap malam'],
} as const
export type SettingGroup = keyof typeof settingGroups

interface More {
  /** Unit of a numeric setting, shown beside the input. */
  unit?: string
  words?: FieldMeta['words']
}
/** Declares a setting. `initial` is the default; `ket` describes the effect in one sentence. */
const setting = <S extends z.ZodMiniType>(
  grup: SettingGroup,
  schema: S,
  initial: z.output<S>,
  ket: string,
  meta: More = {},
) => {
  const schemaMeta = metaOf(schema) ?? { label: '', control: 'text' as const }
  fieldMeta.add(schema, { ...schemaMeta, ...meta, hint: ket })
  return { grup, label: schemaMeta.label, schema, awal: initial, ket }
}
const rule = <S extends z.ZodMiniType>(
  schema: S,
  check: (value: z.output<S>) => readonly string[],
): S => {
  const meta = metaOf(schema)
  // The cast is necessary: `schema.check` returns a wider type than S.
  const checked = schema.check((payload) => {
    for (const message of check(payload.value as z.output<S>))
      payload.issues.push({ code: 'custom', message, input: payload.value })
  }) as S
  if (meta) fieldMeta.add(checked, meta)
  return checked
}
const jenisBilling = (label: string, sifat: string) =>
  optional(reference(label, 'jenis-billing', { params: { sifat } }))
const nomorFormat = (label: string) => rule(shortText(label, { max: 40 }), checkNomorFormat)
/**
 * Returns the schema of a template for WhatsApp messages to leads. The schema checks the
 * placeholders of the template (contract/sales/rules/waText.ts).
 */
const waTemplate = (label: string) => rule(longText(label, { max: 900 }), waTexts.check)
/**
 * Returns the schema of a template for messages about bills. The schema checks the placeholders of
 * the template (contract/billing/rules/paper/billText.ts).
 */
const billTemplate = (label: string) => rule(longText(label, { max: 1500 }), billTexts.check)
/**
 * Returns the schema of a template for emails to applicants. The schema checks the placeholders of
 * the template (contract/settings/mailText.ts).
 */
const mailTemplate = (label: string) => rule(longText(label, { max: 2000 }), mailTexts.check)
const confirmMail = (label: string) => rule(longText(label, { max: 2000 }), confirmTexts.check)
const statementMail = (label: string) => rule(longText(label, { max: 2000 }), statementTexts.check)
const rowList = <S extends z.ZodMiniType>(label: string, element: S, max: number) => {
  const schema = list(element, max, `Maksimal ${max} baris`)
  fieldMeta.add(schema, { label, control: 'text' })
  return schema
}

const MingguKelima = enumOf([
  ['libur', 'Libur, tidak ditagih'],
  ['jalan', 'Tetap masuk'],
])
const rows =
  <T>(textOf: (row: T) => string) =>
  (value: unknown): string[] =>
    Array.isArray(value) ? value.map((row: T) => textOf(row)) : []

export const settings = {
  app_nama: setting(
    'umum',
    shortText('Nama aplikasi', { max: 40 }),
    'Nada',
    'Tampil di menu, judul tab, kaki halaman, dan email.',
  ),
  nama_sekolah: setting(
    'umum',
    shortText('Nama sekolah', { max: 80 }),
    'Sekolah Musik',
    'Tampil pada kop surat tagihan dan kuitansi, formulir pendaftaran, dan email.',
  ),
  npwp: setting(
    'umum',
    optional(
      shortText('NPWP', {
        max: 30,
        pattern: /^(?:\D*\d){15,16}\D*$/,
        patternMessage: 'NPWP terdiri atas 15 atau 16 angka',
      }),
    ),
    null,
    'Nomor pokok wajib pajak sekolah, di bawah nama outlet pada kop surat.',
  ),
  logo: setting(
    'umum',
    optional(fileReference('Logo', { jenis: 'foto' })),
    null,
    'Logo sekolah pada kop surat outlet yang tidak punya logo sendiri.',
  ),
  unggah_maks_mb: setting(
    'umum',
    wholeNumber('Ukuran terbesar berkas unggahan', { min: 1, max: 20 }),
    5,
    'Bukti pembayaran yang lebih besar ditolak. Foto selalu paling besar 2 MB.',
    { unit: 'MB' },
  ),
  kuota_berkas_gb: setting(
    'umum',
    wholeNumber('Kuota penyimpanan berkas', { min: 1, max: 1000 }),
    10,
    'Untuk semua foto dan bukti. Dashboard memperingatkan mulai 80%; jika penuh, unggahan ditolak.',
    { unit: 'GB' },
  ),
  panduan: setting(
    'umum',
    oneOf('Panduan Siapkan sekolah Anda', PanduanTampil),
    'otomatis',
    'Langkah menuju kuitansi pertama, di atas dashboard.',
  ),
  panduan_dilewati: setting(
    'umum',
    someOf('Langkah panduan yang dilewati', SkippableStep),
    [],
    'Langkah ini tidak lagi ditawarkan oleh panduan.',
  ),

  jenis_billing_id: setting(
    'tagihan',
    jenisBilling('Jenis billing tagihan bulanan', 'kursus'),
    null,
    'Jenis baris kursus pada tagihan yang dibuat oleh Generate Tagihan.',
  ),
  jenis_billing_pendaftaran_id: setting(
    'tagihan',
    jenisBilling('Jenis billing pendaftaran', 'pendaftaran'),
    null,
    'Jenis baris biaya pendaftaran peserta baru.',
  ),
  mode_tagihan: setting(
    'tagihan',
    oneOf('Mode tagihan', ModeTagihan),
    'per_akun',
    'Satu tagihan untuk seluruh keluarga di satu outlet, atau satu untuk tiap peserta. Dapat diganti saat generate.',
  ),
  hari_terbit: setting(
    'tagihan',
    wholeNumber('Tanggal terbit', { min: 1, max: 31 }),
    25,
    'Tagihan bulanan bertanggal terbit ini pada bulan sebelumnya; di bulan yang lebih pendek, hari terakhirnya.',
  ),
  jatuh_tempo_hari: setting(
    'tagihan',
    wholeNumber('Tanggal jatuh tempo', { min: 1, max: 31 }),
    10,
    'Tagihan bulanan jatuh tempo pada tanggal ini di bulannya; di bulan yang lebih pendek, hari terakhirnya.',
  ),
  pembulatan: setting(
    'tagihan',
    rupiah('Pembulatan', { min: 1 }),
    1000,
    'Hasil prorata dan potongan persen dibulatkan ke kelipatan ini; setengah dibulatkan ke atas. Rp1 berarti tanpa pembulatan.',
  ),
  minggu_kelima: setting(
    'tagihan',
    oneOf('Minggu kelima', MingguKelima),
    'libur',
    'Apakah kelas masuk pada pertemuan kelima di bulan yang panjang.',
  ),
  auto_pakai_saldo: setting(
    'tagihan',
    yesNo('Pakai saldo otomatis'),
    true,
    'Saldo akun billing langsung membayar tagihan saat diterbitkan. Jika mati, saldo dipakai lewat tombol Pakai saldo.',
  ),
  wajib_lunas_pendaftaran: setting(
    'tagihan',
    yesNo('Wajib lunas pendaftaran'),
    false,
    'Kursus peserta baru mulai aktif setelah biaya pendaftarannya lunas.',
  ),

  format_nomor_tagihan: setting(
    'nomor',
    nomorFormat('Format nomor tagihan'),
    'INV/{YYYY}/{MM}/{0001}',
    'Nomor yang diberikan saat tagihan terbit. Nomor yang sudah ada tidak berubah.',
  ),
  format_nomor_kuitansi: setting(
    'nomor',
    nomorFormat('Format nomor kuitansi'),
    'KW/{YYYY}/{MM}/{0001}',
    'Nomor yang diberikan saat pembayaran dicatat. Nomor yang sudah ada tidak berubah.',
  ),
  format_nomor_pengeluaran: setting(
    'nomor',
    nomorFormat('Format nomor pengeluaran'),
    'PS/{YYYY}/{MM}/{0001}',
    'Nomor yang diberikan saat pengeluaran sales diajukan. Nomor yang sudah ada tidak berubah.',
  ),
  format_nomor_konfirmasi: setting(
    'nomor',
    nomorFormat('Format nomor konfirmasi'),
    'KP/{YYYY}/{MM}/{0001}',
    'Nomor yang diberikan saat konfirmasi pembayaran dikirim. Nomor yang sudah ada tidak berubah.',
  ),

  judul_kuitansi: setting(
    'pembayaran',
    shortText('Judul kuitansi', { max: 30 }),
    'KWITANSI',
    'Judul pada lembar kuitansi yang dicetak.',
  ),
  label_metode_2: setting(
    'pembayaran',
    shortText('Nama mesin kartu (dua bank)', { max: 40 }),
    'Mesin kartu (dua bank)',
    'Sebutan metode pembayaran ini di seluruh aplikasi, misalnya EDC BCA/Mandiri.',
  ),
  label_metode_3: setting(
    'pembayaran',
    shortText('Nama mesin kartu bank lain', { max: 40 }),
    'Mesin kartu bank lain',
    'Sebutan metode pembayaran ini di seluruh aplikasi.',
  ),
  ppn_persen: setting(
    'pembayaran',
    persen('PPN'),
    0,
    'Dikenakan pada baris tagihan yang ditandai kena PPN. 0 berarti sekolah tidak memungut PPN.',
    { unit: '%' },
  ),
  kode_unik: setting(
    'pembayaran',
    yesNo('Kode unik transfer'),
    false,
    'Jumlah transfer sebuah tagihan berakhir dengan tiga angka yang menandainya, sehingga mutasi bank langsung dikenali. Kelebihannya, paling banyak Rp999, masuk saldo.',
  ),
  meterai_ambang: setting(
    'pembayaran',
    rupiah('Ambang meterai'),
    5_000_000,
    'Kuitansi di atas jumlah ini memuat kotak Meterai Rp10.000.',
  ),

  pengingat_hari: setting(
    'penagihan',
    rule(
      rowList(
        'Jadwal pengingat',
        z
          .int('Harus berupa bilangan bulat')
          .check(
            z.gte(-60, 'Paling awal 60 hari sebelum'),
            z.lte(180, 'Paling lambat 180 hari sesudah'),
          ),
        12,
      ),
      (days) => (new Set(days).size === days.length ? [] : ['Ada hari yang sama dua kali']),
    ),
    [-3, 0, 3, 7, 14],
    'Pada hari ini tagihan yang belum lunas masuk antrean pengingat, dihitung dari jatuh temponya. Jika dikosongkan, tanpa pengingat.',
    { words: rows(pengingatText) },
  ),
  pengingat_surat: setting(
    'penagihan',
    yesNo('Email pengingat otomatis'),
    false,
    'Keluarga yang memilih email mendapat email pengingat otomatis. WhatsApp selalu dikirim petugas.',
  ),
  pengingat_dari: setting(
    'penagihan',
    jam('Pengingat paling pagi'),
    '08:00',
    'Menurut jam outlet, sebelum jam ini tidak ada pengingat yang dikirim.',
  ),
  pengingat_sampai: setting(
    'penagihan',
    jam('Pengingat paling malam'),
    '20:00',
    'Menurut jam outlet, mulai jam ini pengingat menunggu sampai besok. Sama dengan paling pagi: sepanjang hari.',
  ),
  denda_tier: setting(
    'penagihan',
    rule(rowList('Denda keterlambatan', DendaTier, 10), checkDenda),
    [],
    'Denda dari sisa kursus pada tagihan, menurut lama terlambat; tingkat berikutnya menggantikan yang sebelumnya. Jika dikosongkan, tanpa denda.',
    { words: rows(dendaText) },
  ),
  denda_mulai: setting(
    'penagihan',
    optional(tanggal('Denda berlaku mulai')),
    null,
    'Hanya tagihan yang jatuh tempo sejak hari ini yang didenda. Jika dikosongkan, denda belum berjalan.',
  ),
  blokir_tunggakan_bulan: setting(
    'penagihan',
    wholeNumber('Tanda tunggakan', { min: 1, max: 24 }),
    3,
    'Peserta yang menunggak sebanyak ini ditandai merah pada daftar hadir; tidak dikeluarkan otomatis.',
    { unit: 'bulan' },
  ),

  wa_tagihan: setting(
    'penagihan',
    billTemplate('Teks WhatsApp tagihan'),
    'Halo {nama}, berikut tagihan {periode} dari {sekolah}, {outlet}: {total}, jatuh tempo {jatuh_tempo}. Rincian dan cara membayar: {tautan}',
    'Untuk tagihan yang baru terbit. {tautan} menjadi alamat halaman tagihan.',
  ),
  wa_pengingat: setting(
    'penagihan',
    billTemplate('Teks WhatsApp pengingat'),
    'Halo {nama}, mengingatkan tagihan {nomor} yang jatuh tempo {jatuh_tempo}: sisa {sisa}. Pembayaran ke {rekening}. Rincian: {tautan} Jika sudah dibayar, abaikan pesan ini. Terima kasih, {sekolah}',
    'Untuk tagihan yang mendekati atau melewati jatuh tempo.',
  ),
  mail_tagihan: setting(
    'penagihan',
    billTemplate('Email tagihan'),
    [
      'Bersama email ini kami kirim tagihan {nomor} ({periode}) dari {sekolah}, {outlet}: {total}, jatuh tempo {jatuh_tempo}. Sisa yang belum dibayar: {sisa}.',
      'Rincian dan cara membayar: {tautan}',
      'Terima kasih.',
    ].join('\n\n'),
    'PDF tagihan dilampirkan. Pisahkan paragraf dengan satu baris kosong.',
  ),
  mail_pengingat: setting(
    'penagihan',
    billTemplate('Email pengingat'),
    [
      'Mengingatkan tagihan {nomor} ({periode}) dari {sekolah}, {outlet}, yang jatuh tempo {jatuh_tempo}. Sisa yang belum dibayar: {sisa}.',
      'Pembayaran ke {rekening}. Rincian: {tautan}',
      'Jika sudah dibayar, abaikan email ini. Terima kasih.',
    ].join('\n\n'),
    'PDF tagihan dilampirkan. Pisahkan paragraf dengan satu baris kosong.',
  ),

  batas_izin_jam: setting(
    'kelas',
    wholeNumber('Batas izin', { max: 168 }),
    24,
    'Izin, dan pembatalan kelas pengganti oleh keluarga, paling lambat sekian jam sebelum kelas.',
    { unit: 'jam' },
  ),
  masa_kredit_hari: setting(
    'kelas',
    wholeNumber('Masa berlaku kelas pengganti', { min: 1, max: 366 }),
    60,
    'Kelas pengganti hangus setelah sekian hari.',
    { unit: 'hari' },
  ),
  maks_kredit_bulan: setting(
    'kelas',
    wholeNumber('Kelas pengganti per bulan', { max: 31 }),
    1,
    'Paling banyak kelas pengganti per bulan karena peserta berhalangan; yang karena guru atau sekolah tidak dibatasi.',
    { unit: 'kali' },
  ),
  kursi_pengganti: setting(
    'kelas',
    wholeNumber('Kursi tambahan kelas pengganti', { max: 20 }),
    0,
    'Sebanyak ini peserta kelas pengganti boleh melebihi kapasitas kelas, selama ruangnya muat.',
    { unit: 'peserta' },
  ),
  tahan_pengganti_tunggakan: setting(
    'kelas',
    yesNo('Tahan kelas pengganti saat menunggak'),
    true,
    'Kelas pengganti tidak dapat dipesan selama peserta punya tagihan yang lewat jatuh tempo.',
  ),
  cuti_maks_bulan: setting(
    'kelas',
    wholeNumber('Lama cuti', { min: 1, max: 24 }),
    2,
    'Paling lama peserta boleh cuti.',
    { unit: 'bulan' },
  ),
  tahan_cuti_tunggakan: setting(
    'kelas',
    yesNo('Tahan cuti saat menunggak'),
    false,
    'Cuti tidak dicatat dan tidak dapat diminta selama peserta punya tagihan yang lewat jatuh tempo.',
  ),
  cuti_tahan_slot: setting(
    'kelas',
    yesNo('Tahan tempat selama cuti'),
    true,
    'Tempat di kelas tidak diberikan kepada peserta lain selama cuti.',
  ),

  tahan_slot_jam: setting(
    'sales',
    wholeNumber('Lama jam dipesan', { min: 1, max: maxHoldHours }),
    maxHoldHours,
    'Selama ini slot disimpan untuk calon peserta; dapat diperpanjang sekali.',
    { unit: 'jam' },
  ),
  lead_pembagian: setting(
    'sales',
    oneOf('Pembagian lead baru', PembagianLead),
    'bergilir',
    'Lead yang dicatat admin tanpa memilih sales: diberikan bergilir kepada sales aktif di outletnya, atau sales harus dipilih.',
  ),
  pendaftar_pembagian: setting(
    'sales',
    oneOf('Pembagian pendaftar mandiri', PembagianPendaftar),
    'bergilir',
    'Yang mendaftar sendiri: diberikan bergilir kepada sales aktif di outletnya, atau menunggu sampai diambil. Tanpa sales aktif di outlet, pendaftar menunggu.',
  ),
  wa_lead_perkenalan: setting(
    'sales',
    waTemplate('Teks WhatsApp perkenalan'),
    'Halo {nama}, saya {sales} dari {sekolah}, {outlet}. Terima kasih sudah bertanya tentang {kursus}. Kapan waktu yang baik untuk kami telepon?',
    'Untuk lead yang belum dihubungi.',
  ),
  wa_lead_tindak_lanjut: setting(
    'sales',
    waTemplate('Teks WhatsApp tindak lanjut'),
    'Halo {nama}, saya {sales} dari {sekolah}. Melanjutkan obrolan kita tentang {kursus}: apakah ada yang bisa kami bantu?',
    'Untuk lead yang sudah pernah dihubungi.',
  ),
  wa_lead_trial: setting(
    'sales',
    waTemplate('Teks WhatsApp undangan trial'),
    'Halo {nama}, kami mengundang untuk mencoba {kursus} di {outlet}, {alamat}. Hari apa yang cocok? Salam, {sales}',
    'Untuk mengundang ke pertemuan percobaan.',
  ),
  wa_lead_ingat_trial: setting(
    'sales',
    waTemplate('Teks WhatsApp pengingat trial'),
    'Halo {nama}, mengingatkan trial {kursus}: {trial}, di {outlet}, {alamat}. Sampai jumpa! Salam, {sales}',
    'Untuk lead yang trialnya sudah dijadwalkan; {trial} menjadi hari dan jamnya.',
  ),
  wa_lead_penawaran: setting(
    'sales',
    waTemplate('Teks WhatsApp penawaran'),
    'Halo {nama}, terima kasih sudah mencoba {kursus} di {outlet}. Berikut penawaran dari kami. Jika ada pertanyaan, balas saja pesan ini. Salam, {sales}, {sekolah}',
    'Untuk lead yang sudah trial atau ditawari kelas.',
  ),

  surat_pemberitahuan: setting(
    'surat',
    yesNo('Email pemberitahuan harian'),
    false,
    'Setiap pagi, siapa yang punya pemberitahuan yang belum dibaca mendapatnya lewat email.',
  ),
  ringkasan_pemilik: setting(
    'surat',
    yesNo('Ringkasan harian pemilik'),
    false,
    'Setiap pagi superadmin mendapat lewat email apa yang kemarin dibatalkan, dihapus dendanya, dikembalikan, dikoreksi, dan diberi potongan.',
  ),
  mail_pendaftar_diterima: setting(
    'surat',
    mailTemplate('Email: pendaftaran diterima'),
    [
      'Pendaftaran dengan alamat email ini di {sekolah} sudah kami terima. Kami akan menghubungi Anda untuk memilih kursus dan jadwal.',
      'Setelah akun diaktifkan, Anda dapat masuk dengan alamat email ini dan password yang Anda buat saat mendaftar. Sebelum itu, halaman masuk memberi tahu sampai di mana pendaftaran Anda.',
      'Tidak merasa mendaftar? Hubungi sekolah, dan data ini kami hapus.',
    ].join('\n\n'),
    'Dikirim begitu seseorang mendaftar. Pisahkan paragraf dengan satu baris kosong.',
  ),
  mail_pendaftar_lengkap: setting(
    'surat',
    mailTemplate('Email: data lengkap'),
    [
      'Data pendaftaran Anda di {sekolah} sudah kami lengkapi.',
      'Berikutnya kami mengaktifkan akun Anda dan mengajak memilih kursus, guru, dan jadwal.',
      'Ada data yang keliru? Hubungi sekolah, dan kami betulkan.',
    ].join('\n\n'),
    'Dikirim setelah data pendaftar dilengkapi. Pisahkan paragraf dengan satu baris kosong.',
  ),
  mail_pendaftar_terdaftar: setting(
    'surat',
    mailTemplate('Email: akun aktif'),
    [
      'Pendaftaran Anda di {sekolah} sudah kami setujui: peserta dan akun pembayarnya sudah terdaftar.',
      'Anda dapat masuk dengan alamat email ini dan password yang Anda buat saat mendaftar. Lupa password? Buat yang baru di halaman masuk.',
      'Berikutnya: memilih kursus, guru, dan jadwal bersama petugas kami.',
    ].join('\n\n'),
    'Dikirim setelah peserta dan akun pembayarnya terdaftar. Pisahkan paragraf dengan satu baris kosong.',
  ),
  mail_pendaftar_kursus: setting(
    'surat',
    mailTemplate('Email: kursus dipilih'),
    [
      'Kursus dan jadwal di {sekolah} sudah kami catat. Anda melihatnya setelah masuk dengan akun Anda.',
      'Tagihan pertama kami kirim terpisah.',
    ].join('\n\n'),
    'Dikirim setelah kursus pertama dipilih. Pisahkan paragraf dengan satu baris kosong.',
  ),
  mail_rekening_koran: setting(
    'surat',
    statementMail('Email: rekening koran'),
    [
      'Halo {nama}, bersama email ini kami kirim rekening koran dari {sekolah} untuk {dari} sampai {sampai}.',
      'Sisa yang perlu dibayar: {sisa}. Saldo: {saldo}.',
      'Ada yang tidak sesuai? Balas email ini atau hubungi sekolah.',
    ].join('\n\n'),
    'PDF rekening koran dilampirkan. Pisahkan paragraf dengan satu baris kosong.',
  ),
  mail_konfirmasi_diterima: setting(
    'surat',
    confirmMail('Email: konfirmasi diterima'),
    [
      'Terima kasih. Konfirmasi pembayaran {nomor} sebesar {jumlah} tanggal {tanggal} untuk {tagihan} sudah kami terima.',
      'Kami mencocokkannya dengan rekening sekolah dan mengabari Anda setelah selesai. Selama itu tagihan bertanda Menunggu verifikasi.',
    ].join('\n\n'),
    'Dikirim begitu konfirmasi pembayaran masuk. Pisahkan paragraf dengan satu baris kosong.',
  ),
  mail_konfirmasi_disetujui: setting(
    'surat',
    confirmMail('Email: konfirmasi disetujui'),
    [
      'Pembayaran {jumlah} sudah kami terima dan catat dengan kuitansi {kuitansi}. Konfirmasi {nomor} selesai.',
      'Kuitansinya dapat Anda lihat dan cetak setelah masuk dengan akun Anda.',
    ].join('\n\n'),
    'Dikirim setelah konfirmasi disetujui. Pisahkan paragraf dengan satu baris kosong.',
  ),
  mail_konfirmasi_ditolak: setting(
    'surat',
    confirmMail('Email: konfirmasi ditolak'),
    [
      'Konfirmasi pembayaran {nomor} sebesar {jumlah} tanggal {tanggal} belum dapat kami terima.',
      'Alasan: {alasan}',
      'Periksa lagi, lalu kirim konfirmasi yang baru dari akun Anda. Ada yang tidak sesuai? Hubungi sekolah.',
    ].join('\n\n'),
    'Dikirim setelah konfirmasi ditolak. Pisahkan paragraf dengan satu baris kosong.',
  ),
  mail_konfirmasi_dibatalkan: setting(
    'surat',
    confirmMail('Email: konfirmasi dibatalkan'),
    [
      'Konfirmasi pembayaran {nomor} sebesar {jumlah} untuk {tagihan} dibatalkan dan tidak kami periksa lagi.',
      'Bukan Anda yang membatalkannya? Hubungi sekolah.',
    ].join('\n\n'),
    'Dikirim setelah konfirmasi dibatalkan. Pisahkan paragraf dengan satu baris kosong.',
  ),
  mail_konfirmasi_kembali: setting(
    'surat',
    confirmMail('Email: konfirmasi diperiksa kembali'),
    [
      'Kuitansi {kuitansi} kami batalkan, dan konfirmasi pembayaran {nomor} sebesar {jumlah} kami periksa kembali.',
      'Anda tidak perlu mengirim bukti lagi. Kami mengabari Anda setelah selesai.',
    ].join('\n\n'),
    'Dikirim jika pembayaran dari sebuah konfirmasi dibatalkan. Pisahkan paragraf dengan satu baris kosong.',
  ),

  wajib_dua_langkah: setting(
    'keamanan',
    yesNo('Wajib verifikasi dua langkah'),
    false,
    'Superadmin dan admin harus memasang verifikasi dua langkah sebelum melanjutkan, dan tidak dapat mematikannya.',
  ),

  tanggal_mulai_sekolah: setting(
    'pembukuan',
    rule(tanggal('Tanggal mulai sekolah'), (day) =>
      day > currentDay() ? ['Tidak boleh setelah hari ini'] : [],
    ),
    '2018-01-01',
    'Tagihan dan pembayaran bertanggal sebelum hari ini ditolak: tahunnya tentu salah ketik.',
  ),
  batas_tahun_depan: setting(
    'pembukuan',
    wholeNumber('Batas tanggal ke depan', { min: 1, max: 20 }),
    5,
    'Tanggal terbit, jatuh tempo, periode, dan mulai berlakunya harga yang lebih jauh dari ini ditolak.',
    { unit: 'tahun' },
  ),
  kunci_buku_sampai: setting(
    'pembukuan',
    optional(tanggal('Buku terkunci sampai')),
    null,
    'Penerbitan, pembayaran, dan pembatalan bertanggal sampai hari ini ditolak. Koreksi dicatat dengan tanggal sesudahnya.',
  ),

  cadangan_otomatis: setting(
    'cadangan',
    yesNo('Cadangan otomatis'),
    false,
    'Server membuat cadangan setiap malam, kecuali jika pada hari itu sudah ada. Salin berkasnya ke tempat lain: cadangan di disk yang sama hilang bersama disknya.',
  ),
  cadangan_simpan: setting(
    'cadangan',
    wholeNumber('Cadangan yang disimpan', { min: 2, max: 365 }),
    14,
    'Cadangan otomatis yang lebih lama dari sekian cadangan terbaru dihapus.',
    { unit: 'berkas' },
  ),
} as const

export type SettingKey = keyof typeof settings
export type Settings = { [K in SettingKey]: z.infer<(typeof settings)[K]['schema']> }
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)
/** Returns the keys of a group in display order. */
export const settingKeysOf = (grup: SettingGroup): SettingKey[] =>
  Object.keys(settings)
    .filter((k) => isSettingKey(k))
    .filter((k) => settings[k].grup === grup)
/**
 * Whether a change of `kunci_buku_sampai` reopens closed months, because it moves the date back or
 * removes it.
 */
export const reopensBooks = (before: string | null, after: unknown): boolean =>
  before !== null && (typeof after !== 'string' || after < before)
/** Keys of the settings that every user may read; the profile call returns their values. */
export const publicSettings = [
  'app_nama',
  'nama_sekolah',
  'npwp',
  'logo',
  'judul_kuitansi',
  'meterai_ambang',
  'kode_unik',
  'label_metode_2',
  'label_metode_3',
  'pembulatan',
  'ppn_persen',
  'tanggal_mulai_sekolah',
  'batas_tahun_depan',
] as const satisfies readonly SettingKey[]
