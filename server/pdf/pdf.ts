/**
 * Makes PDFs of documents in a separate process and streams them meanwhile, so that only some of
 * the documents are in memory. A process is used because the memory of the library would not be
 * freed in a thread.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { bindRequest } from '#server/db/sqlite/longWorkLane.ts'
import { HttpError } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { makeGate } from '#server/http/limits/concurrencyGate.ts'
import type { FromWorker, PaperBatch, PdfInfo, ToWorker } from '#server/pdf/paper.ts'
import { partPath } from '#server/runtime/bundle.ts'
import { childEnv } from '#server/runtime/childEnv.ts'
import { registerLimiter } from '#server/runtime/limiters.ts'

const file = partPath('pdf/pdfProcess.ts')
/** Heap limit in MB for the JavaScript objects of the PDF process; 400 bills take a third of it. */
const maxHeapMb = 128
/** Idle time in ms after which the process is ended to free its memory. */
const restMs = 30_000
/**
 * Maximum number of files drawn at the same time: in total (`all`), and per user or link (`one`).
 */
const atOnce = { all: 6, one: 2 }
/** Maximum duration of one file in ms, including the download by a slow phone. */
const longestMs = 5 * 60_000
const gate = makeGate('pdf')

/**
 * State of a PDF that is being drawn: bytes received but not yet streamed, and a callback that
 * wakes the reader when there is news.
 */
interface Job {
  bytes: Uint8Array[]
  /** Whether the process has drawn all documents that it was sent. */
  ready: boolean
  done: boolean
  error: Error | undefined
  wake: () => void
}

/** Process that draws, and the files that it is drawing. */
class Drawer {
  #child: ChildProcess | undefined
  #rest: NodeJS.Timeout | undefined
  readonly #jobs = new Map<number, Job>()
  #last = 0

  constructor() {
    registerLimiter('pdf drawer', () => ({ running: this.#jobs.size, waiting: 0 }))
  }

  #start(): ChildProcess {
    // The process needs no keys and no database, so its environment contains none.
    const child = fork(file, {
      env: childEnv(),
      execArgv: [`--max-old-space-size=${maxHeapMb}`, '--max-semi-space-size=2'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const fail = () => {
      // An ended process has already been replaced.
      if (this.#child !== child) return
      this.#child = undefined
      for (const job of this.#jobs.values()) {
        job.error = new Error('The process that draws PDFs has ended')
        job.wake()
      }
    }
    child.on('error', fail).on('exit', fail)
    child.on('message', (message: FromWorker) => this.#take(message))
    child.unref()
    return child
  }

  #take(message: FromWorker): void {
    const job = this.#jobs.get(message.job)
    if (!job) return
    if ('bytes' in message) job.bytes.push(message.bytes)
    else if ('ready' in message) job.ready = true
    else if ('done' in message) job.done = true
    else job.error = new Error(message.error)
    job.wake()
  }

  begin(info: PdfInfo): { id: number; job: Job } {
    clearTimeout(this.#rest)
    this.#child ??= this.#start()
    this.#child.channel?.ref()
    const id = ++this.#last
    const job: Job = { bytes: [], ready: true, done: false, error: undefined, wake: () => {} }
    this.#jobs.set(id, job)
    this.send({ job: id, begin: info })
    return { id, job }
  }
  send(message: ToWorker): void {
    // A failure to send is ignored: when the process has ended, its exit handler reports the error.
    this.#child?.send(message, () => {})
  }
  end(id: number): void {
    if (!this.#jobs.delete(id)) return
    this.send({ job: id, abort: true })
    if (this.#jobs.size > 0) return
    this.#child?.channel?.unref()
    this.#rest = setTimeout(() => {
      const child = this.#child
      this.#child = undefined
      child?.kill('SIGKILL')
    }, restMs).unref()
  }
}
const drawer = new Drawer()

/** Resolves when a message for the file arrives from the process. */
const news = (job: Job): Promise<void> =>
  new Promise((resolve) => {
    job.wake = resolve
  })

/**
 * Yields the bytes of a file in pieces; a batch of documents is read when the previous one has been
 * drawn. Throws the reason of `signal` when it aborts.
 */
const drawPdf = async function* (
  info: PdfInfo,
  batches: AsyncIterable<PaperBatch>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  const { id, job } = drawer.begin(info)
  const abort = () => {
    job.error = signal.reason as Error
    job.wake()
  }
  signal.addEventListener('abort', abort)
  try {
    for await (const batch of batches) {
      job.ready = false
      drawer.send({ job: id, batch })
      while (!job.ready || job.bytes.length > 0) {
        if (job.error) throw job.error
        yield* job.bytes.splice(0)
        if (!job.ready && job.bytes.length === 0 && !job.error) await news(job)
      }
    }
    drawer.send({ job: id, end: true })
    while (!job.done || job.bytes.length > 0) {
      if (job.error) throw job.error
      yield* job.bytes.splice(0)
      if (!job.done && job.bytes.length === 0 && !job.error) await news(job)
    }
  } finally {
    signal.removeEventListener('abort', abort)
    drawer.end(id)
  }
}

/** Returns a whole file, for the attachment of a mail. */
export const pdfBytes = async (
  info: PdfInfo,
  batches: AsyncIterable<PaperBatch>,
): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of drawPdf(info, batches, AbortSignal.timeout(longestMs))) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * Returns the name of a file, with characters replaced that some systems do not allow:
 * `INV/2026/11/0001` → `INV-2026-11-0001`.
 */
const fileName = (title: string): string =>
  `${title
    .replaceAll(/[^\w .()-]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .slice(0, 80)}.pdf`

interface PdfAsked {
  info: PdfInfo
  batches: AsyncIterable<PaperBatch>
  /** Key of the caller, a user or a link, for the limit of files per caller. */
  asker: string
  /** Response headers that are added to the usual ones or replace them. */
  headers?: Record<string, string>
}
/** File that is being drawn and occupies one of the limited places. */
interface Drawing {
  bytes: AsyncGenerator<Uint8Array>
  /** Aborts when the place is withdrawn before the end of the file. */
  signal: AbortSignal
  /** Ends the drawing and frees its place. */
  end: () => Promise<void>
}
/**
 * Starts a file if a place is free. The place is freed by `end`, when the connection of `request`
 * closes, or after `longestMs`. Throws 429 when all places are occupied.
 */
const beginDrawing = (
  { request }: Pick<Ctx, 'request'>,
  { info, batches, asker }: PdfAsked,
): Drawing => {
  const aborting = new AbortController()
  const bytes = drawPdf(info, batches, aborting.signal)
  const leave = gate.enter(
    [
      { key: 'all', most: atOnce.all },
      { key: asker, most: atOnce.one },
    ],
    {
      maxMs: longestMs,
      signal: request.signal,
      onRevoke: (reason) => {
        aborting.abort(reason)
        // Needed because the generator stays suspended at its `yield` when the consumer has stopped
        // reading.
        void bytes.return(undefined).catch(() => {})
      },
    },
  )
  if (!leave)
    throw new HttpError(429, 'Terlalu banyak PDF sedang dibuat. Coba lagi sebentar lagi.', {
      retryAfter: 5,
    })
  const end = async () => {
    leave()
    await bytes.return(undefined)
  }
  return { bytes, signal: aborting.signal, end }
}

/**
 * Returns a file as a response. The first documents are read before the response begins, because an
 * error status is possible only until then. Throws 429 when too many files are being drawn.
 */
export const pdfResponse = async (
  ctx: Pick<Ctx, 'log' | 'request'>,
  request: PdfAsked,
): Promise<Response> => {
  const { bytes, signal, end } = beginDrawing(ctx, request)
  const first = await bytes.next().catch(async (error: unknown) => {
    await end()
    throw error
  })
  let waiting: Uint8Array | undefined = first.done ? undefined : first.value
  const body = new ReadableStream<Uint8Array>({
    pull: bindRequest(async (controller) => {
      try {
        // Throws when the place was withdrawn; otherwise the client would take the incomplete file
        // for a complete one.
        signal.throwIfAborted()
        const { done, value } = waiting ? { done: false, value: waiting } : await bytes.next()
        waiting = undefined
        if (!done && value) return controller.enqueue(value)
        await end()
        controller.close()
      } catch (error) {
        await end()
        // After an abort no client reads the error.
        if (ctx.request.signal.aborted) return controller.close()
        // The header has been sent, so the connection is broken off; otherwise the client would
        // take the incomplete file for a complete one.
        ctx.log.error({ err: error }, 'PDF broke off')
        controller.error(error)
      }
    }),
    cancel: end,
  })
  const { info, headers } = request
  return new Response(body, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${fileName(info.title)}"`,
      ...headers,
    },
  })
}
