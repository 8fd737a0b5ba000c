import { makeRandom } from '#contract/values/random.ts'
import { greyPng, type Picture } from '#server/seed/png.ts'

/** Side of the code in modules. */
const side = 29
/** Width of the white margin in modules. */
const margin = 2
/** Side of a module in pixels. */
const scale = 8
/** The word `CONTOH`; each character is a square of half a module. */
const word = [
  '.###...###..#...#.#####..###..#...#',
  '#...#.#...#.##..#...#...#...#.#...#',
  '#.....#...#.#.#.#...#...#...#.#...#',
  '#.....#...#.#.#.#...#...#...#.#####',
  '#.....#...#.#.#.#...#...#...#.#...#',
  '#...#.#...#.#..##...#...#...#.#...#',
  '.###...###..#...#...#....###..#...#',
]

/** Whether a module belongs to a square in a corner; undefined outside the squares. */
const cornerAt = (x: number, y: number): boolean | undefined => {
  const [nearX, nearY] = [Math.min(x, side - 1 - x), Math.min(y, side - 1 - y)]
  const isLastCorner = x > side / 2 && y > side / 2
  if (isLastCorner || nearX > 7 || nearY > 7) return undefined
  const ring = Math.max(Math.abs(nearX - 3), Math.abs(nearY - 3))
  return ring !== 2 && ring !== 4
}
/** Whether the word is black at a place in half modules; undefined outside its white frame. */
const wordAt = (x: number, y: number): boolean | undefined => {
  const [left, top] = [side - 17, side - 3]
  const isFramed = x >= left - 2 && x < left + 37 && y >= top - 2 && y < top + 9
  return isFramed ? word[y - top]?.[x - left] === '#' : undefined
}

/**
 * Draws a picture that looks like a QR code with the word CONTOH. It encodes nothing, so that no
 * money can be sent with it.
 */
export const drawQris = (): Picture => {
  const random = makeRandom(1)
  const modules = Array.from({ length: side * side }, () => random.chance(0.5))
  const isBlack = (x: number, y: number): boolean => {
    const [column, row] = [Math.floor(x / 2), Math.floor(y / 2)]
    if (column < 0 || row < 0 || column >= side || row >= side) return false
    return wordAt(x, y) ?? cornerAt(column, row) ?? modules[row * side + column] ?? false
  }
  const size = (side + 2 * margin) * scale
  const half = (pixel: number) => Math.floor((pixel * 2) / scale) - 2 * margin
  return greyPng(size, size, (x, y) => (isBlack(half(x), half(y)) ? 0 : 255))
}
