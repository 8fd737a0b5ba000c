/**
 * Texts that a machine sends to keep a server busy, and a bound on how long anything may think
 * about one.
 */
import { runInThisContext } from 'node:vm'

/** Characters of the largest body: what a request can hold at most. */
export const mega = 1_000_000

/** Characters to repeat a million times in a text; a pattern adds its own. */
const unseen = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\u00a0',
  '\u200b',
  '\u200c',
  '\u2060',
  '\ufeff',
  '\u{1f600}',
]
const common = [...unseen, ...'09aAé\\.@,-"\'()[]{}/;=+%:_&#']
/** Ends that make the whole of a long run wrong after it has looked right. */
const spoilers = ['', '!', '\n']

/** A text by what stands before, in and after its long run. */
export interface Shape {
  before: string
  unit: string
  after: string
}
const written = new Map<string, string>()
/**
 * Writes a shape out to about so many characters; those that are asked for again and again, once.
 */
export const textOf = (shape: Shape, length: number): string => {
  const { before, unit, after } = shape
  const make = () => before + unit.repeat(Math.ceil(length / unit.length)) + after
  if (!shapes.includes(shape) && !fewShapes.includes(shape)) return make()
  const key = `${length} ${named(shape)}`
  const known = written.get(key) ?? make()
  written.set(key, known)
  return known
}
/** How a shape is called in a message. */
const named = ({ before, unit, after }: Shape): string =>
  `${JSON.stringify(before)} + ${JSON.stringify(unit)} × n + ${JSON.stringify(after)}`

const crossed = (
  befores: readonly string[],
  units: readonly string[],
  afters: readonly string[],
): Shape[] =>
  befores.flatMap((before) =>
    units.flatMap((unit) => afters.map((after) => ({ before, unit, after }))),
  )

/** Long runs of everything that no pattern should stumble over. */
const shapes: readonly Shape[] = crossed(['', 'a'], common, spoilers)
/** A few of them, for what is slow to ask. */
export const fewShapes: readonly Shape[] = crossed(
  [''],
  [' ', '\n', '\u200c', '0', 'a', '\\', '.', '@'],
  ['', 'x'],
)
/** The shapes that a pattern's own letters suggest. */
export const shapesOf = (source: string): Shape[] => {
  const own = source
    .replaceAll(/\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[a-z]/gi, ' ')
    .split(/[\\^$*+?()[\]{}|]/)
  const words = [...new Set(own.filter((word) => word.length > 0 && word.length < 40))].slice(0, 12)
  const signs = [...new Set(words.join(''))].filter((sign) => !/\w/.test(sign)).slice(0, 8)
  const pairs = [...signs, ...words].flatMap((sign) => [`${sign}a`, `${sign}0`, `${sign} `])
  return [
    ...shapes,
    ...crossed(['', ...words, 'a', '0'], [...words, ...pairs, 'a', '0', ' '], ['', '!', '\n']),
  ]
}

const holder: { asked?: () => void } = {}
Object.assign(globalThis, { nadaAsked: () => holder.asked?.() })
/**
 * Runs it, and ends it where it does not end by itself: a pattern that backtracks for hours can be
 * stopped nowhere else.
 */
const stopped = (run: () => void, limitMs: number): boolean => {
  holder.asked = run
  try {
    runInThisContext('nadaAsked()', { timeout: limitMs })
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return true
    throw error
  }
}
/**
 * The least milliseconds of a few runs, so that a busy machine is not taken for a slow pattern;
 * Infinity where none ends in the limit.
 */
const leastMs = (run: () => void, enough: number, limitMs: number): number => {
  let least = Infinity
  for (let n = 0; n < 3 && least > enough; n++) {
    const started = performance.now()
    if (!stopped(run, limitMs)) least = Math.min(least, performance.now() - started)
  }
  return least
}
/**
 * The shapes, written out to `length`, that `run` thinks about for longer than `enough`
 * milliseconds; a few of them say enough.
 */
export const slowOnes = (
  run: (text: string) => void,
  asked: readonly Shape[],
  length: number,
  enough: number,
  limitMs = 20_000,
): string[] => {
  const suspects: Shape[] = []
  let at: Shape | undefined
  // All of them at once: to watch each by itself takes longer than most of them do.
  const hung = stopped(() => {
    for (const shape of asked) {
      at = shape
      const text = textOf(shape, length)
      const started = performance.now()
      run(text)
      if (performance.now() - started > enough) suspects.push(shape)
      if (suspects.length > 2) return
    }
  }, limitMs)
  if (hung && at) suspects.push(at)
  return suspects
    .filter((shape) => leastMs(() => run(textOf(shape, length)), enough, enough * 10) > enough)
    .map(named)
}
