/** Tables of links to bills, and of the messages that they went out with. */
import type { Generated } from 'kysely'
import type { StatusDenda } from '#contract/billing/rules/denda.ts'
import type { BillTemplateKey } from '#contract/billing/rules/paper/billText.ts'
import type { KanalPesan, StatusPesan } from '#contract/billing/shareCalls.ts'

export interface ShareTables {
  /** A late fee: the bill it is of, the tier, and the bill that it is. */
  denda: {
    id: Generated<number>
    billing_id: number
    /** The tier, by its first day. */
    dari_hari: number
    tagihan_id: number
    tanggal: string
    /** The tier as it was then, as JSON. */
    tier: string
    /** Remaining tuition, and the fee, without PPN. */
    dasar: number
    jumlah: number
    status: (typeof StatusDenda.options)[number]['value']
    alasan: string | null
    selesai_at: string | null
    selesai_oleh: number | null
    dibuat: string
  }
  tautan_tagihan: {
    id: Generated<number>
    billing_id: number
    token_hash: string
    dibuat: string
    /** Null: the server, for a mail that it sends by itself. */
    dibuat_oleh: number | null
    dicabut_at: string | null
    dicabut_oleh: number | null
    dibuka: Generated<number>
    /** The first opening. */
    dibuka_at: string | null
    /** The last opening. */
    terpakai: Generated<string | null>
  }
  kode_tautan: {
    id: Generated<number>
    tautan_id: number
    kode_hash: string
    percobaan: Generated<number>
    dibuat: string
    /** The leave that the right code has given. */
    izin_hash: string | null
    izin_sampai: string | null
    dipakai_at: string | null
  }
  pesan_keluar: {
    id: Generated<number>
    kanal: (typeof KanalPesan.options)[number]['value']
    nama: string
    tujuan: string
    template: BillTemplateKey | 'mail_rekening_koran'
    /** Document that is sent: a bill, or the statement of an account. */
    billing_id: number | null
    akun_billing_id: number | null
    tautan_id: number | null
    isi: string
    status: (typeof StatusPesan.options)[number]['value']
    /** Null: the server by itself. */
    oleh: number | null
    dibuat: string
  }
}
