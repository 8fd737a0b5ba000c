/** Types of the tables of late fees, links to bills, and messages that deliver documents. */
import type { Generated } from 'kysely'
import type { StatusDenda } from '#contract/billing/rules/denda.ts'
import type { BillTemplateKey } from '#contract/billing/rules/paper/billText.ts'
import type { KanalPesan, StatusPesan } from '#contract/billing/shareCalls.ts'

export interface ShareTables {
  /** Late fee: `billing_id` is the overdue bill, `tagihan_id` the bill that charges the fee. */
  denda: {
    id: Generated<number>
    billing_id: number
    /**
     * Number of days overdue from which the fee's tier applies. This number also identifies the
     * tier.
     */
    dari_hari: number
    tagihan_id: number
    tanggal: string
    /** Tier as it was configured when the fee was charged, as JSON. */
    tier: string
    /** Unpaid tuition of the overdue bill, in rupiah without PPN (VAT). */
    dasar: number
    /** Fee in rupiah without PPN (VAT). */
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
    /** User who made the link; null when the server made it for a mail that it sends by itself. */
    dibuat_oleh: number | null
    dicabut_at: string | null
    dicabut_oleh: number | null
    dibuka: Generated<number>
    /** Time at which the link was first opened. */
    dibuka_at: string | null
    /** Time at which the link was last opened. */
    terpakai: Generated<string | null>
  }
  kode_tautan: {
    id: Generated<number>
    tautan_id: number
    kode_hash: string
    percobaan: Generated<number>
    dibuat: string
    /**
     * Hash of a token that a visitor gets for a correct code. The token is valid until
     * `izin_sampai`.
     */
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
    /** Bill that the message delivers; null for an account statement. */
    billing_id: number | null
    /** Account whose statement the message delivers; null for a bill. */
    akun_billing_id: number | null
    tautan_id: number | null
    isi: string
    status: (typeof StatusPesan.options)[number]['value']
    /** User who sent the message; null when the server sent it by itself. */
    oleh: number | null
    dibuat: string
  }
}
