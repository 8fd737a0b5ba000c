/**
 * Draws documents into PDF files in a separate process, and streams a file while it is drawn, so
 * that only a few documents are in memory. Ending the process frees the memory of the PDF library,
 * which a thread would not free.
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
/** Heap limit of the PDF process in MB; a file with 400 bills needs a third of it. */
const maxHeapMb = 128
/** Idle time in ms after which the process is ended to free its memory. */
const restMs = 30_000
/**
 * Maximum number of files drawn at the same time: in total (`all`), and per user or per link to a
 * bill (`one`).
 */
const atOnce = { all: 6, one: 2 }
/** Maximum time in ms to draw and send one file, including the download by a slow phone. */
const longestMs = 5 * 60_000
const gate = makeGate('pdf')

/** PDF file that the process is drawing. */
interface Job {
  /** Bytes that were received from the process but not yet streamed to the client. */
  bytes: Uint8Array[]
  /** Whether the process has drawn all documents that it has received, and can receive more. */
  ready: boolean
  /** Whether the process has sent the last bytes. */
  done: boolean
  error: Error | undefined
  /** Function that is called for each message from the process about this file. */
  wake: () => void
}

/** Starts and ends the process that draws, and exchanges messages with it. */
class Drawer {
  #child: ChildProcess | undefined
  #rest: NodeJS.Timeout | undefined
  readonly #jobs = new Map<number, Job>()
  #last = 0

  constructor() {
    registerLimiter('pdf drawer', () => ({ running: this.#jobs.size, waiting: 0 }))
  }

  #start(): ChildProcess {
    // Passes only `childEnv`, without keys or database access, because the process needs neither.
    const child = fork(file, {
      env: childEnv(),
      execArgv: [`--max-old-space-size=${maxHeapMb}`, '--max-semi-space-size=2'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const fail = () => {
      // Ignores the exit of a process that was already replaced or ended on purpose.
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
    // Ignores errors of sending: they mean that the process has ended, which `fail` reports.
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

/** Resolves when the next message about the file arrives from the process. */
const news = (job: Job): Promise<void> =>
  new Promise((resolve) => {
    job.wake = resolve
  })

/**
 * Yields the bytes of a PDF file while it is drawn. Requests a batch of documents only after the
 * previous one has been drawn. When `signal` aborts, throws its reason.
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

/** Returns a whole PDF file, for the attachment of a mail. */
export const pdfBytes = async (
  info: PdfInfo,
  batches: AsyncIterable<PaperBatch>,
): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of drawPdf(info, batches, AbortSignal.timeout(longestMs))) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * Returns the file name for a title, without characters that some systems do not allow:
 * `INV/2026/11/0001` becomes `INV-2026-11-0001.pdf`.
 */
const fileName = (title: string): string =>
  `${title
    .replaceAll(/[^\w .()-]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .slice(0, 80)}.pdf`

interface PdfAsked {
  info: PdfInfo
  batches: AsyncIterable<PaperBatch>
  /** Identifies the user or the link to a bill, for the limit `atOnce.one`. */
  asker: string
  /** Response headers that are added to the default ones or replace them. */
  headers?: Record<string, string>
}
/** File being drawn, which counts towards the limits `atOnce` until `end` is called. */
interface Drawing {
  bytes: AsyncGenerator<Uint8Array>
  /** Aborts when the client disconnects or the drawing takes longer than `longestMs`. */
  signal: AbortSignal
  /** Stops the drawing; the file then no longer counts towards the limits. */
  end: () => Promise<void>
}
/**
 * Starts drawing a file within the limits `atOnce`. The file counts towards the limits until `end`
 * is called, the connection of `request` closes, or `longestMs` have passed. Throws 429 when a
 * limit is reached.
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
        // Ends the generator, which would otherwise stay suspended at a `yield` when nobody reads
        // any more.
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
 * Returns a PDF file as a streamed response. Reads the first bytes before the response begins, so
 * that an early error still gets an error status. Throws 429 when too many files are being drawn.
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
        // Throws after an abort, so that the download fails and an incomplete file does not look
        // complete.
        signal.throwIfAborted()
        const { done, value } = waiting ? { done: false, value: waiting } : await bytes.next()
        waiting = undefined
        if (!done && value) return controller.enqueue(value)
        await end()
        controller.close()
      } catch (error) {
        await end()
        // Closes the stream without an error if the client has disconnected, because nobody reads
        // the error.
        if (ctx.request.signal.aborted) return controller.close()
        // The status 200 has been sent already. Breaking the connection off shows the client that
        // the file is incomplete.
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
