/** PDF proofs: passive files are accepted, and files with active content are rejected. */
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSchool, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const pdfOf = (...objects: (string | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((part) => [Buffer.from(part as string), Buffer.from('\n')]),
    Buffer.from('trailer<</Root 1 0 R>>\n%%EOF'),
  ])
const catalog = (more: string) => `1 0 obj<</Type/Catalog/Pages 2 0 R${more}>>endobj`
const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`9 0 obj<<${dictionary}/Length ${data.length}>>stream\n`),
    data,
    Buffer.from('\nendstream endobj'),
  ])
/** Returns a PDF object in a compressed object stream, as current PDF writers make it. */
const packed = (object: string, dictionary = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode') =>
  stream(dictionary, deflateSync(Buffer.from(`5 0 ${object}`)))
/** Encoders by name of the filter. PDF readers decode the first listed filter first. */
const filters = {
  FlateDecode: deflateSync,
  ASCIIHexDecode: (data: Buffer) => Buffer.from(`${data.toString('hex')}>`),
  ASCII85Decode: (data: Buffer) => {
    const whole = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
    const words = Array.from({ length: whole.length / 4 }, (_, i) => whole.readUInt32BE(i * 4))
    const signs = (word: number) =>
      [4, 3, 2, 1, 0].map((n) => String.fromCharCode(33 + (Math.floor(word / 85 ** n) % 85)))
    return Buffer.from(`${words.flatMap(signs).join('')}~>`)
  },
  RunLengthDecode: (data: Buffer) =>
    Buffer.concat([...data].map((byte) => Buffer.from([0, byte])).concat(Buffer.from([128]))),
  // Uses only codes of nine bits: the table is cleared before longer codes are needed.
  LZWDecode: (data: Buffer) => {
    const codes = [...data].flatMap((byte, i) => (i % 100 === 0 ? [256, byte] : [byte]))
    const bits = [...codes, 257].map((code) => code.toString(2).padStart(9, '0')).join('')
    return Buffer.from(
      (bits.match(/.{1,8}/g) ?? []).map((b) => Number.parseInt(b.padEnd(8, '0'), 2)),
    )
  },
}
type Filter = keyof typeof filters
const packedBehind = (object: string, chain: readonly Filter[], dictionary: string) =>
  stream(
    `${dictionary}/Filter[${chain.map((name) => `/${name}`).join('')}]`,
    chain.reduceRight((data, name) => filters[name](data), Buffer.from(`5 0 ${object}`)),
  )
const script = '<</S/JavaScript/JS(app.alert(1))>>'
const drawn = async (): Promise<Buffer> => {
  const doc = new PDFDocument({ autoFirstPage: false })
  const chunks: Buffer[] = []
  const ended = new Promise((done) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk)).once('end', done)
  })
  doc.addPage().text('Transfer berhasil', { link: 'https://bank.contoh.id', underline: true })
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

const send = (bytes: Buffer) =>
  s.akun.upload<any>('/berkas/unggah', 'bukti.pdf', bytes, { jenis: 'bukti' })
const countFiles = async (): Promise<number> =>
  (await s.db.selectFrom('berkas').select('id').execute()).length
const expectRefused = async (bytes: Buffer, words: RegExp): Promise<void> => {
  const before = await countFiles()
  const { status, data } = await send(bytes)
  expect([status, data.errors?.[0]?.field]).toEqual([422, 'file'])
  expect(data.errors[0].message).toMatch(words)
  expect(await countFiles()).toBe(before)
}

describe('a PDF with active content', () => {
  test.each<[string, Buffer]>([
    ['a script when it opens', pdfOf(catalog(`/OpenAction${script}`))],
    ['a script whose name is escaped', pdfOf(catalog('/OpenAction<</S/J#61vaScript/JS(1)>>'))],
    ['every letter of it', pdfOf(catalog('/A<</S/#4a#61#76#61#53#63#72#69#70#74>>'))],
    ['a script in packed objects', pdfOf(catalog('/OpenAction 5 0 R'), packed(script))],
    [
      'packed objects whose type is escaped',
      pdfOf(packed(script, '/Type/Obj#53tm/N 1/First 4/Filter/FlateDecode')),
    ],
    ['packed objects that say nothing of it', pdfOf(packed(script, '/Filter/FlateDecode'))],
    [
      'packed objects behind words of a dictionary',
      pdfOf(packed(script, '/X(endobj stream obj)/N 1/First 4/Filter/FlateDecode')),
    ],
    ['objects that are packed in no way', pdfOf(stream('/N 1', Buffer.from(`5 0 ${script}`)))],
    ['a program that is started', pdfOf(catalog('/OpenAction<</S/Launch/F(cmd.exe)>>'))],
    ['a file in it', pdfOf('3 0 obj<</Names<</EmbeddedFiles 4 0 R>>>>endobj')],
    ['a file pinned to a page', pdfOf('3 0 obj<</Subtype/FileAttachment>>endobj')],
    ['a form that is sent', pdfOf('3 0 obj<</S/SubmitForm/F(https://x.contoh.id)>>endobj')],
    ['a form in XML', pdfOf('3 0 obj<</XFA[(a)4 0 R]>>endobj')],
    ['something at each page', pdfOf('3 0 obj<</Type/Page/AA<</O 4 0 R>>>>endobj')],
    ['an address that opens with it', pdfOf(catalog('/OpenAction<</S/URI/URI(https://x.id)>>'))],
    [
      'an address that opens with it, elsewhere',
      pdfOf(catalog('/OpenAction 4 0 R'), '4 0 obj<</S/URI/URI(https://x.id)>>endobj'),
    ],
    [
      'an address that opens with it, packed',
      pdfOf(catalog('/Open#41ction 5 0 R'), packed('<</S/URI/URI(https://x.id)>>')),
    ],
    ['openings without end', pdfOf(catalog('/OpenAction[2 0 R/Fit]'.repeat(2000)))],
  ])('rejects %s', (_, bytes) => expectRefused(bytes, /skrip, perintah, atau lampiran/))

  // An object stream may lack its type. Some PDF readers still find such a stream, through its
  // entry in the cross-reference table.
  test.each<[Filter[]]>([
    [['FlateDecode', 'FlateDecode']],
    [['FlateDecode', 'FlateDecode', 'FlateDecode', 'FlateDecode']],
    [['ASCIIHexDecode', 'FlateDecode']],
    [['ASCII85Decode', 'FlateDecode']],
    [['FlateDecode', 'ASCIIHexDecode']],
    [['LZWDecode']],
    [['FlateDecode', 'LZWDecode', 'ASCII85Decode']],
    [['RunLengthDecode']],
    [['RunLengthDecode', 'ASCII85Decode', 'RunLengthDecode', 'FlateDecode']],
  ])('rejects a script behind the filters %j in a stream without a type', (chain) =>
    expectRefused(pdfOf(catalog(''), packedBehind(script, chain, '')), /skrip, perintah/),
  )
  test('rejects a script behind a comment in packed objects without a type', () =>
    expectRefused(
      pdfOf(
        stream(
          '/Filter/FlateDecode',
          deflateSync(Buffer.from(`%${'x'.repeat(700)}\n5 0 ${script}`)),
        ),
      ),
      /skrip, perintah/,
    ))

  test('rejects an encrypted PDF', () =>
    expectRefused(pdfOf(catalog(''), 'trailer<</Encrypt 4 0 R>>'), /terkunci dengan password/))
  test.each<[string, Buffer]>([
    ['packed twice', packed(script, '/Type/ObjStm/Filter[/ASCIIHexDecode/FlateDecode]')],
    ['deflated twice', packedBehind(script, ['FlateDecode', 'FlateDecode'], '/Type/ObjStm')],
    [
      'deflated twice, which another object says',
      stream('/Type/ObjStm/Filter 7 0 R', deflateSync(deflateSync(Buffer.from(`5 0 ${script}`)))),
    ],
    [
      'in rows of a picture, without saying their type',
      packed(script, '/N 1/First 4/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>'),
    ],
    [
      'packed five times',
      packedBehind(
        script,
        Array.from({ length: 5 }, () => 'RunLengthDecode'),
        '',
      ),
    ],
    ['broken', stream('/Type/ObjStm/Filter/FlateDecode', Buffer.from('no such thing'))],
    ['said to end before they begin', packed(script, '/Type/ObjStm/X(endstream)/Filter/LZWDecode')],
    ['enormous', packed(' '.repeat(20_000_000))],
    ['enormous together', Buffer.concat(Array.from({ length: 9 }, () => packed(' '.repeat(2e6))))],
    ['more than anybody sends', Buffer.from('stream\nx\x9c'.repeat(300_000), 'latin1')],
  ])('rejects packed objects that are %s', (_, objects) =>
    expectRefused(pdfOf(catalog(''), objects), /tidak dapat diperiksa/),
  )
})

describe('a PDF as banks create it', () => {
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a page with a link', drawn],
    ['one that opens at its first page', () => pdfOf(catalog('/OpenAction[2 0 R/FitH null]'))],
    [
      'one that opens at a place said elsewhere',
      () => pdfOf(catalog('/OpenAction 4 0 R'), '4 0 obj<</S/GoTo/D[2 0 R/Fit]>>endobj'),
    ],
    [
      'one of packed objects',
      () => pdfOf(catalog('/OpenAction 5 0 R'), packed('<</S/GoTo/D[2 0 R/Fit]>>')),
    ],
    ['one whose data looks like a short name', () => pdfOf(stream('', Buffer.from('q /AA gs Q')))],
    [
      'a picture in a filter of its own',
      () => pdfOf(stream('/Subtype/Image/Filter[/ASCII85Decode/DCTDecode]', Buffer.from('x~>'))),
    ],
    [
      'a picture in rows that is deflated twice',
      () =>
        pdfOf(
          '3 0 obj<</AP<</N 4 0 R>>/First 4 0 R>>endobj',
          stream(
            '/Subtype/Image/Filter[/FlateDecode/FlateDecode]/DecodeParms[null<</Predictor 15>>]',
            deflateSync(deflateSync(randomBytes(20_000))),
          ),
        ),
    ],
    [
      'an empty stream of objects',
      () => pdfOf(packed(''), stream('/Type/ObjStm/N 0/First 0', Buffer.from(''))),
    ],
  ])('accepts %s unchanged', async (_, make) => {
    const bytes = await make()
    const { status, data } = await send(bytes)
    expect([status, data.mime]).toEqual([200, 'application/pdf'])
    const answer = await s.akun.bytes(`/berkas?id=${data.id}`)
    expect(answer.data.equals(bytes)).toBe(true)
  })
})
