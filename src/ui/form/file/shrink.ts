/**
 * Shrinks pictures before upload. A phone's photo is 20 times larger than needed, and its metadata
 * contains the place where it was taken.
 */
import type { FileKind } from '#contract/fields.ts'
import { fileRules, pictureTypes } from '#contract/values/fileRules.ts'

/**
 * File size in bytes above which a picture is re-encoded even if its width and height are within
 * the limit.
 */
const heavy = 700_000

/**
 * Returns a picture as an upright JPEG on white, with no side longer than its kind (`jenis`)
 * allows. Re-encoding removes the camera's metadata. A file that is no picture is returned
 * unchanged. Throws when the browser cannot read the picture.
 */
export const shrink = async (
  file: File,
  jenis: FileKind,
): Promise<{ blob: Blob; name: string }> => {
  if (file.type === 'application/pdf' || !file.type.startsWith('image/'))
    return { blob: file, name: file.name }
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { maxSide: sisi, mime } = fileRules[jenis]
  const scale = Math.min(1, sisi / Math.max(bitmap.width, bitmap.height))
  const isAcceptedType = pictureTypes.some((m) => m === file.type && mime.includes(m))
  if (jenis !== 'foto' && isAcceptedType && scale === 1 && file.size <= heavy) {
    bitmap.close()
    return { blob: file, name: file.name }
  }
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No canvas')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/jpeg', 0.86)
  })
  if (!blob) throw new Error('The picture cannot be made smaller')
  return { blob, name: file.name.replace(/\.[^.]*$/, '') + '.jpg' }
}
