/** Draws pictures that look like receipts: grey lines on white paper. */
import { crc32, deflateSync } from 'node:zlib'
import type { Random } from '#contract/values/random.ts'

const [width, height] = [240, 320]
const paper = 0xf7

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
 * Draws the pixels of a picture, one byte each. As PNG requires, each row begins with a further
 * byte, the number of its filter; 0 means none.
 */
const pixels = (r: Random): Buffer => {
  const rows = Buffer.alloc((width + 1) * height, paper)
  const draw = (y: number, from: number, to: number, grey: number) => {
    for (let line = y; line < y + 5; line++)
      rows.fill(grey, line * (width + 1) + 1 + from, line * (width + 1) + 1 + to)
  }
  for (let y = 0; y < height; y++) rows[y * (width + 1)] = 0
  draw(24, 70, 170, 0x40)
  for (let y = 56; y < 250; y += 16) {
    draw(y, 24, r.int(70, 140), 0x80)
    draw(y, r.int(170, 190), 216, 0x80)
  }
  draw(272, 24, 90, 0x30)
  draw(272, 150, 216, 0x30)
  return rows
}

/** Returns a greyscale PNG with random lines, and its width and height in pixels. */
export const drawReceipt = (r: Random) => ({
  bytes: Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([be4(width), be4(height), Buffer.from([8, 0, 0, 0, 0])])),
    chunk('IDAT', deflateSync(pixels(r))),
    chunk('IEND', Buffer.alloc(0)),
  ]),
  width,
  height,
})
