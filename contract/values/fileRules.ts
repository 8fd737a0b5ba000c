/**
 * Rules for each kind of uploaded file: allowed types, maximum size, and the size to which the
 * browser shrinks a picture before the upload.
 */
import type { FileKind } from '#contract/fields.ts'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]
export type FileType = PictureType | 'application/pdf'
/**
 * Rule for a kind of uploaded file. A null `maxMb` means that the setting `unggah_maks_mb` applies.
 * `maxSide` is the maximum length in pixels of the longer side of a picture; the browser shrinks
 * larger pictures. `inWords` is the Indonesian text for messages.
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
/** File name extension of each file type. */
export const fileExtensions: Record<FileType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}
