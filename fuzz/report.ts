/** Report of a fuzz run: groups of wrong responses, with commands to send their requests again. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Request, Wire } from './request.ts'
import type { Failure, Result, Slow } from './tally.ts'

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const maxShown = 600
/**
 * Length in characters of an Authorization header with `Bearer ` and a session token. The report
 * replaces the token with a shell variable, because the session has ended when the report is read.
 */
const tokenHeader = 50

/**
 * Returns a curl command that sends the request. The command contains a shell variable, whose name
 * is the value of `token`, in place of a session token.
 */
const curlOf = (wire: Wire, base: string, token = 'TOKEN'): string => {
  const headers = Object.entries(wire.headers).map(([name, value]) => {
    const isToken = name === 'authorization' && value.length === tokenHeader
    return isToken ? `-H "authorization: Bearer $${token}"` : `-H ${quote(`${name}: ${value}`)}`
  })
  const text = wire.body?.toString('utf8')
  const isText =
    wire.body !== undefined && Buffer.from(text ?? '').equals(wire.body) && !wire.body.includes(0)
  const body = wire.body && (isText ? `--data-binary ${quote(text ?? '')}` : '--data-binary @-')
  const pipe = wire.body && !isText ? `echo ${wire.body.toString('base64')} | base64 -d | ` : ''
  const more = [...headers, body].filter(Boolean).join(' ')
  return `${pipe}curl --path-as-is -sS -X ${wire.method} ${more} ${quote(base + wire.target)}`
}

const shorten = (text: string) =>
  text.length > maxShown ? `${text.slice(0, maxShown)} … (${text.length} characters)` : text
const summary = ({ actor, changes }: Request) =>
  `as ${actor}; ${changes.join(', ') || 'as it should be'}`

/**
 * Returns the kind of a message: its text with numbers replaced by `n`, so that messages that
 * differ only in an id have an equal kind. Does not replace numbers with three digits, which are
 * HTTP statuses.
 */
export const kindOf = (message: string) =>
  message.replace(/\d+/g, (n) => (n.length === 3 ? n : 'n'))
/** Groups failures by kind of message, and within a kind by operation. */
const kindsOf = (failures: readonly Failure[]): [kind: string, byOperation: Failure[][]][] =>
  [...Map.groupBy(failures, ({ message }) => kindOf(message))].map(([kind, list]) => [
    kind,
    [...Map.groupBy(list, ({ request }) => request.operation.name).values()],
  ])

const exampleText = ([first]: readonly Failure[], base: string, log: Log): string => {
  if (!first) return ''
  const { request, wire, answer, number } = first
  const stack = answer.status >= 500 ? log(request.path) : undefined
  return [
    `    ${request.operation.name}, request ${number}, ${summary(request)}`,
    `      ${shorten(curlOf(wire, base, `TOKEN_${request.actor}`))}`,
    `      ${answer.status} ${answer.body.subarray(0, 300).toString('utf8').replaceAll('\n', ' ')}`,
    ...(stack ? [`      ${stack}`] : []),
  ].join('\n')
}
/**
 * Maximum number of example requests for a kind of failure. Each example calls a different
 * operation. The report lists further operations only by name.
 */
const maxExamples = 3
const kindText = (kind: string, groups: Failure[][], base: string, log: Log): string => {
  const rest = groups
    .slice(maxExamples)
    .map((group) => `${group[0]?.request.operation.name} (${group.length})`)
  return [
    `${kind} (${groups.flat().length} times)`,
    ...groups.slice(0, maxExamples).map((group) => exampleText(group, base, log)),
    ...(rest.length > 0 ? [`    also ${rest.join(', ')}`] : []),
  ].join('\n')
}
const slowText = ({ ms, request, wire }: Slow) =>
  `    ${Math.round(ms)} ms ${wire.method} ${wire.target.slice(0, 100)} ${summary(request)}`

type Log = (path: string) => string | undefined
export interface About {
  engine: string
  seed: number
  base: string
  /**
   * Memory of the server in MB: shortly after the first fifth of the run (`warm`), and at the end
   * of the run (`end`).
   */
  memory?: { warm: number; end: number }
  /**
   * Returns the last line of the server's log that contains the path; undefined without such a
   * line.
   */
  log?: Log
}

/** Returns the report of a run as text. */
export const reportOf = (
  result: Result,
  { engine, seed, base, memory, log = () => undefined }: About,
): string => {
  const kinds = kindsOf(result.failures)
  const statuses = [...result.statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, n]) => `${status}: ${n}`)
  const seconds = result.ms / 1000
  const pace = Math.round(result.done / seconds)
  return [
    ...kinds.map(([kind, groups]) => `\n${kindText(kind, groups, base, log)}`),
    `\n${engine}: ${result.done} requests in ${seconds.toFixed(0)} s (${pace} a second),`,
    `    seed ${seed}, ${result.pairs} pairs of call and role`,
    `    ${statuses.join(', ')}${result.busy ? `; busy (503): ${result.busy}` : ''}`,
    ...(memory
      ? [`    memory ${memory.warm.toFixed(0)} MB warm, ${memory.end.toFixed(0)} MB at the end`]
      : []),
    '    slowest:',
    ...result.slow.slice(0, 5).map(slowText),
    ...(result.barren.length > 0
      ? [`    never answered a success: ${result.barren.join(', ')}`]
      : []),
    `    ${result.failures.length} wrong answers of ${kinds.length} kinds`,
  ].join('\n')
}

/**
 * Writes a shell script to .cache/fuzz, because some requests are too long to print. For each kind
 * of failure, the script sends the first failed request of each operation. Returns the path of the
 * script.
 */
export const writeFailures = (result: Result, { engine, seed, base }: About): string => {
  const folder = '.cache/fuzz'
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${engine}-${seed}.sh`)
  const groups = kindsOf(result.failures).flatMap(([, byOperation]) => byOperation)
  const text = groups.flatMap(([first]) =>
    first
      ? [
          `# ${first.request.operation.name}: ${first.message} (${summary(first.request)})`,
          curlOf(first.wire, base, `TOKEN_${first.request.actor}`),
          '',
        ]
      : [],
  )
  writeFileSync(file, text.join('\n'))
  return file
}
