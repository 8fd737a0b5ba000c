/** Unpacks the files inside an XLSX workbook, with limits against malicious files. */
import { Unzip, UnzipInflate } from 'fflate'
import { HttpError } from '#server/errors.ts'
import { refuse } from '#server/import/sheets/sheetTypes.ts'
import { broken } from '#server/import/sheets/xml.ts'

/** Maximum unpacked size of a file in bytes; 5,000 full rows take about a third of this size. */
const maxUnpacked = 32 * 1024 * 1024
const maxEntries = 500

/**
 * Unpacks the XML files inside a workbook that are needed to read its cells, and returns them by
 * path. Unpacks a few kilobytes at a time, so that a file above the size limit is rejected before
 * it fills the memory.
 */
const unpackParts = (bytes: Uint8Array): Map<string, string> => {
  const parts = new Map<string, Uint8Array[]>()
  let [size, entries] = [0, 0]
  const unzip = new Unzip()
  unzip.register(UnzipInflate)
  unzip.onfile = (file) => {
    if (++entries > maxEntries) throw refuse('Berkas memuat terlalu banyak bagian')
    const name = file.name.replace(/^\//, '')
    if (
      !/^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i.test(
        name,
      ) ||
      parts.has(name)
    )
      return
    const chunks: Uint8Array[] = []
    parts.set(name, chunks)
    file.ondata = (error, chunk) => {
      // Handles the error thrown below: the zip library catches the error and passes it to this
      // callback again. An HttpError is therefore rethrown unchanged.
      if (error) throw error instanceof HttpError ? error : broken()
      size += chunk.length
      if (size > maxUnpacked)
        throw refuse(
          `Isi berkas terlalu besar: maksimal ${maxUnpacked / 1024 / 1024} MB setelah dibuka`,
        )
      chunks.push(chunk)
    }
    file.start()
  }
  // Number of compressed bytes per push. Each byte unpacks to at most about a thousand bytes, so a
  // single push exceeds the limit by at most about 4 MB.
  const step = 4096
  for (let offset = 0; offset < bytes.length; offset += step)
    unzip.push(bytes.subarray(offset, offset + step), offset + step >= bytes.length)
  return new Map(
    [...parts].map(([name, chunks]) => [
      name,
      new TextDecoder('utf-8').decode(Buffer.concat(chunks)),
    ]),
  )
}
/** Unpacks a workbook like `unpackParts`. Throws 422 on `file` when it is damaged or too large. */
export const unpack = (bytes: Uint8Array): Map<string, string> => {
  try {
    return unpackParts(bytes)
  } catch (error) {
    throw error instanceof HttpError ? error : broken()
  }
}
