/**
 * Rules for each kind of uploaded file: allowed types, maximum file size, and maximum size of a
 * picture in pixels. The browser shrinks larger pictures before the upload.
 */
import type { FileKind } from '#contract/fields.ts'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]
export type FileType = PictureType | 'application/pdf'
/** Rule for a kind of uploaded file. */
export interface FileRule {
  mime: readonly FileType[]
  /** Maximum file size in MB; null means that the setting `unggah_maks_mb` applies. */
  maxMb: number | null
  /**
   * Maximum length of the longer side of a picture, in pixels. The browser shrinks larger pictures.
   */
  maxSide: number
  /** Indonesian description of the allowed types, for messages. */
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
/** File name extension of each file type. */
export const fileExtensions: Record<FileType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}
