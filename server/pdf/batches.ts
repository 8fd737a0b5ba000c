/** Prepares documents and their pictures, in batches, for the process that draws PDFs. */
import type { Block, Paper } from '#contract/print/paper.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { readContent } from '#server/files/contents.ts'
import type { PaperBatch } from '#server/pdf/paper.ts'

/** Number of documents that are read from the database and sent to the process at once. */
const perBatch = 20

const pictureOf = (block: Block): number[] => (block.kind === 'picture' ? [block.image] : [])
/** Returns the file ids of the logos in letterheads and of the pictures in the documents. */
const picturesOf = (papers: readonly Paper[]): number[] =>
  papers.flatMap(({ kop, blocks }) => [
    ...(kop?.logo ? [kop.logo] : []),
    ...blocks.flatMap((block) => {
      if (block.kind === 'keep') return block.blocks.flatMap(pictureOf)
      return pictureOf(block)
    }),
  ])

/** Reads pictures by their file ids. Omits WebP pictures, because a PDF cannot contain them. */
const readPictures = async (db: Db, ids: readonly number[]): Promise<PaperBatch['images']> => {
  if (ids.length === 0) return []
  const files = await db
    .selectFrom('berkas')
    .select(['id', 'ukuran', 'sha256'])
    .where('id', 'in', ids)
    .where('mime', 'in', ['image/jpeg', 'image/png'])
    .where('dikosongkan_at', 'is', null)
    .execute()
  return Promise.all(
    files.map(async (file) => ({ id: file.id, bytes: await readContent(db, file) })),
  )
}

/**
 * Yields documents in batches. `describe` returns the documents of the rows with the given ids. A
 * batch contains the pictures of its documents, except those that an earlier batch contained.
 */
export const paperBatches = async function* (
  db: Db,
  ids: readonly number[],
  describe: (ids: readonly number[]) => Promise<readonly Paper[]>,
): AsyncGenerator<PaperBatch> {
  const sent = new Set<number>()
  for (let i = 0; i < ids.length; i += perBatch) {
    const papers = await describe(ids.slice(i, i + perBatch))
    const fresh = [...new Set(picturesOf(papers))].filter((id) => !sent.has(id))
    for (const id of fresh) sent.add(id)
    yield { papers, images: await readPictures(db, fresh) }
  }
}
/** Yields one batch with one document. */
export const paperBatch = (db: Db, paper: Paper): AsyncGenerator<PaperBatch> =>
  paperBatches(db, [0], async () => [paper])
