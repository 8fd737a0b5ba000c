/** Encodes the pictures of a made-up school. */
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Maker } from '#server/seed/maker.ts'

export interface Picture {
  bytes: Buffer
  /** Width and height in pixels. */
  width: number
  height: number
}
const be4 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([be4(data.length), named, be4(crc32(named))])
}

/**
 * Returns a greyscale PNG. `greyAt` returns the brightness of a pixel, from 0 (black) to 255.
 */
export const greyPng = (
  width: number,
  height: number,
  greyAt: (x: number, y: number) => number,
): Picture => {
  // As PNG requires, each row begins with a further byte, the number of its filter; 0 means none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = greyAt(x, y)
  return {
    bytes: Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', Buffer.concat([be4(width), be4(height), Buffer.from([8, 0, 0, 0, 0])])),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
    width,
    height,
  }
}

/** Adds a picture as a file of the row `of`. Returns the id of the file. */
export const putPicture = (
  { ids, put }: Pick<Maker, 'ids' | 'put'>,
  { bytes, width, height }: Picture,
  {
    time,
    by,
    ...of
  }: {
    entitas: string
    entitas_id: number
    bidang: string
    jenis: 'foto' | 'bukti'
    nama: string
    time: string
    by: number
  },
): number => {
  const id = ids.next('berkas')
  put('berkas', {
    id,
    ...of,
    mime: 'image/png',
    ukuran: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    lebar: width,
    tinggi: height,
    created_at: time,
    created_by: by,
  })
  put('berkas_isi', { berkas_id: id, isi: bytes })
  return id
}
