import type { Random } from '#contract/values/random.ts'
import { greyPng, type Picture } from '#server/seed/png.ts'

const [width, height] = [240, 320]
const paper = 0xf7

/** Draws a picture that looks like a receipt: grey lines of random length on white paper. */
export const drawReceipt = (r: Random): Picture => {
  const pixels = Buffer.alloc(width * height, paper)
  const draw = (y: number, from: number, to: number, grey: number) => {
    for (let line = y; line < y + 5; line++)
      pixels.fill(grey, line * width + from, line * width + to)
  }
  draw(24, 70, 170, 0x40)
  for (let y = 56; y < 250; y += 16) {
    draw(y, 24, r.int(70, 140), 0x80)
    draw(y, r.int(170, 190), 216, 0x80)
  }
  draw(272, 24, 90, 0x30)
  draw(272, 150, 216, 0x30)
  return greyPng(width, height, (x, y) => pixels[y * width + x] ?? paper)
}
