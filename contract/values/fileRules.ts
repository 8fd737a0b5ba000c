/**
 * Rules of each kind of uploaded file: types, size, and the picture size to which the browser
 * shrinks before the upload.
 */
import type { FileKind } from '#contract/fields.ts'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]
export type FileType = PictureType | 'application/pdf'
/**
 * `maksMb` null: the setting `unggah_maks_mb` applies. `sisi`: longest side in pixels after
 * shrinking.
 */
export interface FileRule {
  mime: readonly FileType[]
  maxMb: number | null
  maxSide: number
  inWords: string
}

export const fileRules: Record<FileKind, FileRule> = {
  foto: { mime: pictureTypes, maxMb: 2, maxSide: 1200, inWords: 'foto JPG, PNG, atau WebP' },
  bukti: {
    mime: [...pictureTypes, 'application/pdf'],
    maxMb: null,
    maxSide: 2000,
    inWords: 'gambar JPG, PNG, WebP, atau PDF',
  },
}
/** File name extensions. */
export const fileExtensions: Record<FileType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}
