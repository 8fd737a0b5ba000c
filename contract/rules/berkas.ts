/** What each kind of uploaded file may be: types, size, and how far a browser shrinks a picture before it sends it. */
import type { BerkasJenis } from '#contract/fields.ts'

export const mimeGambar = ['image/jpeg', 'image/png', 'image/webp'] as const
export type MimeGambar = (typeof mimeGambar)[number]
export type MimeBerkas = MimeGambar | 'application/pdf'
/** `maksMb` null: the setting `unggah_maks_mb`. `sisi`: longest side in pixels after shrinking. */
export interface AturanBerkas {
  mime: readonly MimeBerkas[]
  maksMb: number | null
  sisi: number
  sebutan: string
}

export const aturanBerkas: Record<BerkasJenis, AturanBerkas> = {
  foto: { mime: mimeGambar, maksMb: 2, sisi: 1200, sebutan: 'foto JPG, PNG, atau WebP' },
  bukti: {
    mime: [...mimeGambar, 'application/pdf'],
    maksMb: null,
    sisi: 2000,
    sebutan: 'gambar JPG, PNG, WebP, atau PDF',
  },
}
/** Endings of file names. */
export const akhiranBerkas: Record<MimeBerkas, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}
