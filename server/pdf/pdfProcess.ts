/**
 * Process that draws PDF files for pdf.ts. It draws several files at a time: after each document it
 * continues with another file. It sends the bytes of a file while drawing it.
 */
import { constants, setPriority } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FromWorker, PaperBatch, PdfInfo, ToWorker } from '#server/pdf/paper.ts'
import { newDocument, Sheets } from '#server/pdf/sheet.ts'
import { keepCompiled } from '#server/runtime/childEnv.ts'

interface Job {
  doc: ReturnType<typeof newDocument>
  sheets: Sheets
}
try {
  // Lowers the priority of this process below that of the server, so that requests to the server
  // come first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Ignores the error on a system that does not allow a lower priority.
}
const jobs = new Map<number, Job>()
const send = (message: FromWorker): void => {
  process.send?.(message)
}

const begin = (job: number, info: PdfInfo): void => {
  const doc = newDocument(info)
  jobs.set(job, { doc, sheets: new Sheets(doc) })
  doc.on('data', (bytes: Buffer) => {
    if (jobs.has(job)) send({ job, bytes })
  })
  doc.on('end', () => {
    if (jobs.delete(job)) send({ job, done: true })
  })
}
const draw = async (job: number, { papers, images }: PaperBatch): Promise<void> => {
  for (const { id, bytes } of images) jobs.get(job)?.sheets.addImage(id, bytes)
  for (const paper of papers) {
    jobs.get(job)?.sheets.add(paper)
    await nextTurn()
  }
  send({ job, ready: true })
}
const take = async (message: ToWorker): Promise<void> => {
  const { job } = message
  if ('begin' in message) begin(job, message.begin)
  else if ('batch' in message) await draw(job, message.batch)
  else if ('end' in message) jobs.get(job)?.doc.end()
  else jobs.delete(job)
}
keepCompiled()
process.on('message', (message: ToWorker) => {
  take(message).catch((error: unknown) => {
    jobs.delete(message.job)
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    send({ job: message.job, error: text })
  })
})
// Ends this process with the server: `disconnect` is emitted when the parent process has ended.
process.on('disconnect', () => process.exit(0))
