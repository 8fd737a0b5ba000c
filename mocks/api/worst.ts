/**
 * Hostile texts that can make a function or regular expression very slow, and a search for the
 * texts on which a function exceeds a time limit.
 */
import { runInThisContext } from 'node:vm'

/** Maximum number of characters of a request body. */
export const mega = 1_000_000

/**
 * Spaces, other invisible characters and an emoji, which hostile texts repeat up to a million
 * times. `common` adds visible characters. `shapesOf` adds the words of a regular expression.
 */
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
/** Endings of a text that make a regular expression fail after it has matched the long run. */
const spoilers = ['', '!', '\n']

/**
 * Shape of a text with a long run of a repeated unit: text before the run, the unit, and text after
 * the run.
 */
export interface Shape {
  before: string
  unit: string
  after: string
}
const written = new Map<string, string>()
/**
 * Returns a text of about `length` characters with the shape. Texts of the shapes of this file are
 * cached, because every checked function uses them.
 */
export const textOf = (shape: Shape, length: number): string => {
  const { before, unit, after } = shape
  const make = () => before + unit.repeat(Math.ceil(length / unit.length)) + after
  if (!shapes.includes(shape) && !fewShapes.includes(shape)) return make()
  const key = `${length} ${named(shape)}`
  const text = written.get(key) ?? make()
  written.set(key, text)
  return text
}
/** Describes a shape for the message of a failed test. */
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

/** Shapes that are tried on every regular expression. */
const shapes: readonly Shape[] = crossed(['', 'a'], common, spoilers)
/** Few shapes, for checks that take long per text. */
export const fewShapes: readonly Shape[] = crossed(
  [''],
  [' ', '\n', '\u200c', '0', 'a', '\\', '.', '@'],
  ['', 'x'],
)
/**
 * Returns the common shapes and further shapes from the words and signs in the source of a regular
 * expression, such as `{{` for a pattern that searches for `{{`.
 */
export const shapesOf = (source: string): Shape[] => {
  const pieces = source
    .replaceAll(/\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[a-z]/gi, ' ')
    .split(/[\\^$*+?()[\]{}|]/)
  const words = [...new Set(pieces.filter((word) => word.length > 0 && word.length < 40))].slice(
    0,
    12,
  )
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
 * Runs a function with a time limit and returns whether it was stopped at the limit. Only the
 * `timeout` of `vm` can stop a regular expression that backtracks for hours.
 */
const exceedsTimeLimit = (run: () => void, limitMs: number): boolean => {
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
/** Returns the CPU time of this thread in ms, which other processes do not add to. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
/**
 * Returns the shortest CPU time of up to three runs of a function, in ms; Infinity if no run ends
 * within `limitMs`. Repeats a run that takes longer than `enough` ms, because the machine may be
 * busy.
 */
const leastMs = (run: () => void, enough: number, limitMs: number): number => {
  let least = Infinity
  for (let n = 0; n < 3 && least > enough; n++) {
    const started = cpuMs()
    if (!exceedsTimeLimit(run, limitMs)) least = Math.min(least, cpuMs() - started)
  }
  return least
}
/**
 * Returns descriptions of at most three shapes for which `run` takes longer than `enough` ms with a
 * text of `length` characters.
 */
export const slowOnes = (
  run: (text: string) => void,
  candidates: readonly Shape[],
  length: number,
  enough: number,
  limitMs = 20_000,
): string[] => {
  const suspects: Shape[] = []
  let currentShape: Shape | undefined
  // All shapes are run under one limit, because setting a limit takes longer than most runs.
  const hung = exceedsTimeLimit(() => {
    for (const shape of candidates) {
      currentShape = shape
      const text = textOf(shape, length)
      const started = cpuMs()
      run(text)
      if (cpuMs() - started > enough) suspects.push(shape)
      if (suspects.length > 2) return
    }
  }, limitMs)
  if (hung && currentShape) suspects.push(currentShape)
  return suspects
    .filter((shape) => leastMs(() => run(textOf(shape, length)), enough, enough * 10) > enough)
    .map(named)
}
