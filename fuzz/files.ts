/**
 * Files to upload: small files of every type, files that the server has sent earlier, and broken
 * versions of these files.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { longText, texts } from './hostileValues.ts'
import type { Random } from './random.ts'
import type { Sources } from './valid.ts'

export interface Part {
  name: string
  filename?: string
  type?: string
  bytes: Buffer
}
interface Sample {
  name: string
  bytes: Buffer
}

const base64 = (text: string) => Buffer.from(text, 'base64')
const samples: readonly Sample[] = [
  {
    name: 'a.png',
    bytes: base64(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJ' +
        'RU5ErkJggg==',
    ),
  },
  {
    name: 'a.jpg',
    bytes: base64(
      '/9j/4AAQSkZJRgABAQEASABIAAD/wAARCAABAAEDASIAAhEBAxEB/9oADAMBAAIRAxEAPwCwAB//2Q==',
    ),
  },
  {
    name: 'a.webp',
    bytes: base64('UklGRiIAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAAAAAAAAAAAAAAAAAAAAAAA='),
  },
  {
    name: 'a.pdf',
    bytes: Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n${' '.repeat(40)}%%EOF`),
  },
  { name: 'a.csv', bytes: Buffer.from('Kode;Nama;Alamat;Kota\nX1;Uji;Jl. Uji;Bogor\n') },
  { name: 'b.csv', bytes: Buffer.from('nama,tanggal,jenis\n"Hari, ""Uji""",2026-12-25,sekolah\n') },
  {
    name: 'a.ics',
    bytes: Buffer.from(
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261225\r\n' +
        'DTEND;VALUE=DATE:20261227\r\nSUMMARY:Natal\\, Uji\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ),
  },
  { name: 'a.txt', bytes: Buffer.from('bukan berkas yang diminta') },
]

const isZip = (bytes: Buffer) => bytes.subarray(0, 2).toString('latin1') === 'PK'
const cut = (bytes: Buffer, r: Random) => bytes.subarray(0, r.int(0, bytes.length))
const flip = (bytes: Buffer, r: Random) => {
  const changed = Buffer.from(bytes)
  for (let i = r.int(1, 8); i > 0 && changed.length > 0; i--)
    changed[r.int(0, changed.length - 1)] = r.int(0, 255)
  return changed
}
const splice = (bytes: Buffer, r: Random) => {
  const position = r.int(0, bytes.length)
  const more = r.chance() ? r.bytes(r.int(1, 40)) : bytes.subarray(0, r.int(0, bytes.length))
  return Buffer.concat([bytes.subarray(0, position), more, bytes.subarray(position)])
}
const nastyCell = (r: Random) => (r.chance(0.8) ? r.pick(texts) : longText(r)).toWellFormed()

/** Replaces some cells, separators or line breaks of a text file with hostile text. */
const changeText = (text: string, r: Random): string => {
  const cells = text.split(/([;,\r\n:"])/)
  for (let i = r.int(1, 4); i > 0; i--) cells[r.int(0, cells.length - 1)] = nastyCell(r)
  const changed = cells.join('')
  return r.chance(0.1) ? changed + changed.repeat(r.int(1, 50)) : changed
}
/** Returns the files in a zip by name; an empty object if an earlier mutation broke the zip. */
const unzipped = (bytes: Buffer) => {
  try {
    return unzipSync(bytes)
  } catch {
    return {}
  }
}
/**
 * Changes the XML inside a spreadsheet but keeps the zip valid. The server then unpacks the zip, so
 * that the mutation also reaches the server's XML reader.
 */
const changeZip = (bytes: Buffer, r: Random): Buffer => {
  const files: Record<string, Uint8Array> = unzipped(bytes)
  const names = Object.keys(files)
  const name = r.chance(0.7) ? names.find((entry) => entry.includes('sheet1')) : r.some(names)
  const old = name && files[name]
  if (!name || !old) return flip(bytes, r)
  const pieces = strFromU8(old).split(/(?<=>)|(?=<)/)
  for (let i = r.int(1, 4); i > 0; i--) {
    const index = r.int(0, pieces.length - 1)
    pieces[index] = r.pick([
      nastyCell(r),
      '',
      `${pieces[index]}${pieces[index]}`,
      '<c t="s"><v>99999999</v></c>',
    ])
  }
  const changed = { ...files, [name]: strToU8(pieces.join('')) }
  if (r.chance(0.1)) delete changed[r.pick(names)]
  return Buffer.from(zipSync(changed, { level: 1 }))
}

/** Returns a broken version of a file. */
export const breakFile = (bytes: Buffer, r: Random): Buffer => {
  const kind = r.int(1, 10)
  if (kind === 1) return cut(bytes, r)
  if (kind === 2) return flip(bytes, r)
  if (kind === 3) return splice(bytes, r)
  if (kind === 4) return r.bytes(r.int(0, 300))
  if (isZip(bytes)) return changeZip(bytes, r)
  return Buffer.from(changeText(bytes.toString('utf8'), r))
}

/** Returns a form part with a file that the upload of the resource might accept. */
export const fileFor = (resource: string, { r, seen }: Sources): Part => {
  const files = seen.files(resource)
  const { name, bytes } = r.chance(0.7) ? (r.some(files) ?? r.pick(samples)) : r.pick(samples)
  return { name: 'file', filename: name, type: 'application/octet-stream', bytes }
}
