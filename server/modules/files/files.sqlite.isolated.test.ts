/**
 * Private files: accepted types, the users who may read them, and deletion together with their row.
 */
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { fileReference, nama, optional, reference } from '#contract/fields.ts'
import { resource } from '#contract/resource.ts'
import type { Client } from '#mocks/api/api.ts'
import { exifAt, jpegOf, jpegSegment, pngChunk, pngOf, webpChunk, webpOf } from '#mocks/pictures.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { ddl } from '#server/db/ddl.ts'
import { attachment, cleanName, sniff } from '#server/http/body/upload.ts'
import { modules } from '#server/modules/registry.ts'
import { loosely, module } from '#server/resource/module.ts'

// Resource for this test, with a photo and a proof. Each user sees only their own rows.
const card = resource({
  name: 'kartu',
  label: ['Kartu', 'Kartu'],
  fields: {
    nama: nama('Nama'),
    foto: optional(fileReference('Foto', { jenis: 'foto' })),
    bukti: optional(fileReference('Bukti', { jenis: 'bukti' })),
    gedung_id: optional(reference('Outlet', 'gedung')),
  },
  sort: ['nama'],
  defaultSort: 'nama',
  access: {
    index: ['admin'],
    view: ['admin'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: null,
    pilihan: null,
  },
})
Object.assign(
  modules,
  loosely({
    kartu: module(card, {
      scope: (actor) =>
        actor.dasar === RoleId.superadmin ? undefined : sql`kartu.created_by = ${actor.id}`,
    }),
  }),
)

let s: School
let a: Client
let b: Client
beforeAll(async () => {
  s = await makeSchool()
  await ddl(
    s.db as never,
    'create table kartu (BASE, nama TEXT not null, nama_kunci TEXT not null, foto integer, bukti integer, gedung_id integer)',
  )
  for (const id of [2, 4]) {
    const { accesses } = await s.db
      .selectFrom('role')
      .select('accesses')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await s.db
      .updateTable('role')
      .set({
        accesses: JSON.stringify([
          ...JSON.parse(accesses),
          ...['index', 'view', 'create', 'update', 'delete'].map((o) => `kartu/${o}`),
        ]),
      })
      .where('id', '=', id)
      .execute()
  }
  ;[a, b] = [s.admin, s.sales]
})
afterAll(() => s.close())
beforeEach(async () => {
  await s.db.deleteFrom('berkas').execute()
})

const be = (...parts: [number, 1 | 2 | 4][]) =>
  Buffer.concat(
    parts.map(([value, size]) => {
      const part = Buffer.alloc(size)
      part.writeUIntBE(value, 0, size)
      return part
    }),
  )
/**
 * Makes a picture whose header states the given size in pixels. The remaining bytes are random, so
 * that no two files are equal.
 */
const png = (width = 40, height = 30, more: Buffer = randomBytes(40)) => pngOf(width, height, more)
const jpeg = (width = 40, height = 30) => jpegOf(width, height, randomBytes(30))
const pdf = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(60)])
const webp = (kind: string, body: Buffer) =>
  Buffer.concat([Buffer.from('RIFF____WEBP'), Buffer.from(kind), be([0, 4]), body, randomBytes(30)])
const send = (client: Client, bytes: Buffer | string = png(), jenis = 'foto', name = 'saya.png') =>
  client.upload('/berkas/unggah', name, bytes, { jenis })
const upload = async (client: Client, ...rest: [] | [Buffer] | [Buffer, string]): Promise<number> =>
  must(await send(client, ...rest)).id
const stored = (id: number) =>
  s.db.selectFrom('berkas').selectAll().where('id', '=', id).executeTakeFirst()
const field = ({
  status,
  data,
}: {
  status: number
  data: { errors?: { field: string; message: string }[] }
}) => [status, data.errors?.[0]?.field, data.errors?.[0]?.message]

describe('accepted files', () => {
  test('accepts a photo by its bytes with its size in pixels, regardless of its name', async () => {
    const bytes = jpeg(1200, 800)
    const { data } = await send(a, bytes, 'foto', '..\\..\\etc/Foto "anak"\u202E\u0000 gpj.exe')
    expect(data).toEqual({
      id: expect.any(Number),
      nama: 'Foto anak gpj.jpg',
      mime: 'image/jpeg',
      ukuran: bytes.length,
      lebar: 1200,
      tinggi: 800,
    })
    const answer = await a.bytes(`/berkas?id=${data.id}`)
    expect(answer.data.equals(bytes)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('Authorization'),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-disposition':
        'attachment; filename="Foto anak gpj.jpg"; filename*=UTF-8\'\'Foto%20anak%20gpj.jpg',
    })
    expect(
      (await a.bytes(`/berkas?id=${data.id}`, { 'if-none-match': answer.headers.get('etag')! }))
        .status,
    ).toBe(304)
  })
  test.each<[string, Buffer, [number, number] | undefined]>([
    ['png', png(7, 9), [7, 9]],
    ['jpeg', jpeg(7, 9), [7, 9]],
    ['webp with extras', webp('VP8X', Buffer.from([0, 0, 0, 0, 6, 0, 0, 8, 0, 0])), [7, 9]],
    ['png without a size', png(0, 9), undefined],
    [
      'jpeg without a frame',
      Buffer.concat([be([0xffd8, 2], [0xffe0, 2], [2, 2]), Buffer.alloc(60)]),
      undefined,
    ],
    ['html', Buffer.from('<!doctype html><script>alert(1)</script>'), undefined],
    [
      'svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      undefined,
    ],
    ['gif', Buffer.from(`GIF89a${' '.repeat(40)}`), undefined],
    ['a short text', Buffer.from('x'), undefined],
  ])('detects %s by its bytes', (_, bytes, size) => {
    const fileType = sniff(bytes)
    expect(fileType?.pixels && [fileType.pixels.width, fileType.pixels.height]).toEqual(size)
  })
  test('rejects other types, and a PDF unless the kind allows it', async () => {
    for (const bytes of ['<script>alert(1)</script>'.padEnd(80), 'PK\x03\x04'.padEnd(80), pdf()])
      expect(field(await send(a, bytes, 'foto', 'foto.png'))).toEqual([
        422,
        'file',
        'Pilih foto JPG, PNG, atau WebP',
      ])
    expect((await send(a, pdf(), 'bukti', 'transfer.pdf')).data).toMatchObject({
      mime: 'application/pdf',
      nama: 'transfer.pdf',
      lebar: null,
    })
    expect(field(await send(a, png(), 'lain'))).toEqual([422, 'jenis', 'Pilihan tidak dikenal'])
  })
  test('rejects a small file that would decompress to an enormous image', async () => {
    for (const [width, height] of [
      [50_000, 50_000],
      [12_001, 1],
      [0xffffffff, 2],
    ] as const)
      expect(field(await send(a, png(width, height, deflateSync(Buffer.alloc(500_000)))))).toEqual([
        422,
        'file',
        expect.stringMatching(/terlalu besar/),
      ])
  })
  test('returns 413 for a file above the limit and stops reading', async () => {
    expect((await send(a, png(40, 30, randomBytes(2 * 1024 * 1024)))).status).toBe(413)
    expect((await send(a, png(40, 30, randomBytes(2 * 1024 * 1024)), 'bukti')).status).toBe(200)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (c) => {
        sent += 65_536
        c.enqueue(
          sent === 65_536
            ? Buffer.from(
                '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
              )
            : new Uint8Array(65_536),
        )
      },
    })
    const response = await s.app.request('/api/berkas/unggah', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${a.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(6.5 * 1024 * 1024)
  })
  describe('metadata of an image', () => {
    const place = 'LINTANG-6.2'
    const exif = (orientation = 1, order?: 'II' | 'MM') =>
      Buffer.concat([Buffer.from('Exif\0\0'), exifAt(orientation, place, order)])
    const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x>${place}</x>`)
    const icc = Buffer.from('ICC_PROFILE\0\x01\x01warna')
    const extended = (flags: number) =>
      webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 6, 0, 0, 8, 0, 0]))
    const lossy = webpChunk(
      'VP8 ',
      Buffer.concat([Buffer.from([0, 0, 0, 0x9d, 1, 0x2a, 7, 0, 9, 0]), randomBytes(21)]),
    )
    const jpegWith = (orientation: number, order?: 'II' | 'MM') =>
      jpegOf(
        40,
        30,
        Buffer.from([1, 0xff, 2]),
        [
          jpegSegment(0xe0, Buffer.from('JFIF\0rest')),
          jpegSegment(0xe1, exif(orientation, order)),
          jpegSegment(0xe1, xmp),
          jpegSegment(0xe2, icc),
          jpegSegment(0xe2, Buffer.from(`MPF\0${place}`)),
          jpegSegment(0xed, Buffer.from(place)),
          jpegSegment(0xfe, Buffer.from(place)),
        ],
        Buffer.from(`video behind its end ${place}`),
      )
    const storedBytes = async (bytes: Buffer) => {
      const { id, ukuran } = must(await send(a, bytes))
      const { data } = await a.bytes(`/berkas?id=${id}`)
      expect([data.length, data.includes(place)]).toEqual([ukuran, false])
      return data
    }
    const bytes = jpegWith(1)
    test('is removed from a JPEG, keeping frame, scan and colours', async () => {
      expect(bytes.includes(place)).toBe(true)
      expect(
        (await storedBytes(bytes)).equals(
          jpegOf(40, 30, Buffer.from([1, 0xff, 2]), [
            jpegSegment(0xe0, Buffer.from('JFIF\0rest')),
            jpegSegment(0xe2, icc),
          ]),
        ),
      ).toBe(true)
    })
    test.each([
      [6, 'MM'],
      [3, 'II'],
      [8, 'II'],
    ] as const)(
      'is reduced to the orientation of a rotated JPEG (%s, %s)',
      async (orientation, order) => {
        const data = await storedBytes(jpegWith(orientation, order))
        expect([...data.subarray(0, 38)]).toEqual([
          0xff,
          0xd8,
          0xff,
          0xe1,
          0,
          34,
          ...Buffer.from('Exif\0\0II*\0'),
          8,
          0,
          0,
          0,
          1,
          0,
          0x12,
          1,
          3,
          0,
          1,
          0,
          0,
          0,
          orientation,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
        ])
      },
    )
    test('is removed from a PNG, keeping the chunks needed for drawing', async () => {
      const imageData = deflateSync(randomBytes(20))
      const [gamma, looks] = [
        pngChunk('gAMA', Buffer.from([0, 0, 1, 2])),
        pngChunk('tRNS', Buffer.from([1])),
      ]
      const texts = ['tEXt', 'iTXt', 'zTXt', 'tIME', 'prVt'].map((type) =>
        pngChunk(type, Buffer.from(`Comment\0${place}`)),
      )
      expect(
        (
          await storedBytes(
            Buffer.concat([
              pngOf(40, 30, imageData, [
                gamma,
                ...texts,
                pngChunk('eXIf', exifAt(1, place)),
                looks,
              ]),
              Buffer.from(place),
            ]),
          )
        ).equals(pngOf(40, 30, imageData, [gamma, looks])),
      ).toBe(true)
      expect(
        (
          await storedBytes(pngOf(40, 30, imageData, [pngChunk('eXIf', exifAt(6, place))]))
        ).includes('eXIf'),
      ).toBe(true)
    })
    test('is removed from a WebP together with its flags', async () => {
      const stripped = await storedBytes(
        Buffer.concat([
          webpOf(
            extended(0x2c),
            webpChunk('ICCP', icc),
            lossy,
            webpChunk('EXIF', exifAt(1, place)),
            webpChunk('XMP ', xmp),
          ),
          Buffer.from(place),
        ]),
      )
      expect(stripped.equals(webpOf(extended(0x20), webpChunk('ICCP', icc), lossy))).toBe(true)
      const turned = await storedBytes(webpOf(extended(0x08), lossy, webpChunk('EXIF', exif(6))))
      expect([turned[20], turned.includes('EXIF')]).toEqual([0x08, true])
    })
    test('rejects a broken image with a message', async () => {
      const whole = pngOf(40, 30)
      const frame = jpegOf(40, 30, Buffer.alloc(0), [jpegSegment(0xe0, icc)]).subarray(
        0,
        15 + icc.length + 4,
      )
      const broken = [
        whole.subarray(0, -12),
        whole.subarray(0, -20),
        frame,
        Buffer.concat([frame, Buffer.alloc(40)]),
        webpOf(extended(0), webpChunk('VP8X', Buffer.alloc(0)), lossy),
      ]
      for (const [i, file] of broken.entries())
        expect(field(await send(a, file)), String(i)).toEqual([
          422,
          'file',
          expect.stringMatching(/^Gambar rusak/),
        ])
    })
    test('rejects an image of excessively many parts quickly', async () => {
      const many = Buffer.concat([
        pngOf(40, 30).subarray(0, 33),
        ...Array.from({ length: 150_000 }, () => pngChunk('IDAT', Buffer.alloc(0))),
      ])
      expect((await send(a, many)).status).toBe(422)
      const filled = Buffer.concat([
        jpegOf(40, 30, Buffer.alloc(0)).subarray(0, 15),
        Buffer.alloc(1_900_000, 0xff),
      ])
      expect((await send(a, filled)).status).toBe(422)
    })
  })
  test('rejects a body that is not multipart or does not hold exactly one file', async () => {
    const post = async (body: BodyInit, type?: string) =>
      (
        await s.app.request('/api/berkas/unggah', {
          method: 'POST',
          headers: { authorization: `Bearer ${a.token}`, ...(type && { 'content-type': type }) },
          body,
        })
      ).status
    expect(await post('{}', 'application/json')).toBe(400)
    expect(await post('rusak', 'multipart/form-data; boundary=x')).toBe(400)
    expect(await post('rusak', 'multipart/form-data')).toBe(400)
    const form = new FormData()
    form.set('jenis', 'foto')
    expect(await post(form)).toBe(422)
    form.append('file', new Blob([png()]), 'a.png')
    form.append('file', new Blob([png()]), 'b.png')
    expect(await post(form)).toBe(422)
    // Three invalid bodies: more parts than any form has, a header without end, and a boundary that
    // is too long.
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
    expect(await post(`${part.repeat(60_000)}--x--`, 'multipart/form-data; boundary=x')).toBe(400)
    expect(
      await post(
        `--x\r\nContent-Disposition: form-data; name="${'a'.repeat(3_000_000)}`,
        'multipart/form-data; boundary=x',
      ),
    ).toBe(400)
    expect(await post(part, `multipart/form-data; boundary=${'x'.repeat(80)}`)).toBe(400)
    expect(
      (await s.anonymous.upload('/berkas/unggah', 'a.png', png(), { jenis: 'foto' })).status,
    ).toBe(401)
  })
  test.each([
    ['../../../etc/passwd', 'passwd.png'],
    ['C:\\Users\\a\\foto.jpeg', 'foto.png'],
    ['.htaccess', 'berkas.png'],
    ['', 'berkas.png'],
    ['a\r\nSet-Cookie: x.png', 'aSet-Cookie x.png'],
    ['Anak Ke-2 (é).png', 'Anak Ke-2 (é).png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(80)}.png`],
    ['CON', 'CON.png'],
  ])('cleans the name %j to %j', (name, clean) => expect(cleanName(name, 'image/png')).toBe(clean))
  test('escapes the name in the header', () =>
    expect(attachment('é"x\'.png')).toBe(
      "attachment; filename=\"ex'.png\"; filename*=UTF-8''%C3%A9%22x%27.png",
    ))
})

describe('read access', () => {
  test('is limited to the uploader while the file has no row', async () => {
    const id = await upload(a)
    expect((await a.bytes(`/berkas?id=${id}`)).status).toBe(200)
    for (const client of [b, s.superadmin, s.peserta, s.akun])
      expect((await client.bytes(`/berkas?id=${id}`)).status).toBe(404)
    expect((await s.anonymous.bytes(`/berkas?id=${id}`)).status).toBe(401)
    expect((await a.bytes('/berkas?id=999999')).status).toBe(404)
    expect((await a.bytes('/berkas?id=abc')).status).toBe(422)
  })
  test('follows the row to which the file belongs', async () => {
    const foto = await upload(a)
    const row = must(await a.post('/kartu/create', { nama: 'Satu', foto }))
    expect(row.foto).toBe(foto)
    expect(await stored(foto)).toMatchObject({
      entitas: 'kartu',
      entitas_id: row.id,
      bidang: 'foto',
    })
    for (const [client, status] of [
      [a, 200],
      [s.superadmin, 200],
      [b, 404],
      [s.peserta, 404],
      [s.admin2, 404],
    ] as const)
      expect((await client.bytes(`/berkas?id=${foto}`)).status).toBe(status)
  })
  test('requires the codes of the kind even without a row scope', async () => {
    const bukti = await upload(s.superadmin, pdf(), 'bukti')
    must(await s.superadmin.post('/kartu/create', { nama: 'Dua', bukti }))
    await s.db
      .updateTable('kartu' as never)
      .set({ created_by: s.ids.peserta } as never)
      .execute()
    expect((await s.peserta.bytes(`/berkas?id=${bukti}`)).status).toBe(404)
  })
})

describe('the file of a row', () => {
  test('rejects a file of another user, row or kind and an unknown one', async () => {
    const [otherFile, used, proof] = [
      await upload(b),
      await upload(a),
      await upload(a, pdf(), 'bukti'),
    ]
    const row = must(await a.post('/kartu/create', { nama: 'Tiga', foto: used }))
    const before = must(await a.post('/kartu/create', { nama: 'Empat' }))
    for (const foto of [otherFile, used, proof, 999_999]) {
      expect(field(await a.post('/kartu/create', { nama: 'Lima', foto }))).toEqual([
        422,
        'foto',
        'Foto tidak ditemukan. Unggah lagi.',
      ])
      expect(field(await a.post(`/kartu/update?id=${before.id}`, { versi: 1, foto }))).toEqual([
        422,
        'foto',
        'Foto tidak ditemukan. Unggah lagi.',
      ])
    }
    expect(field(await a.post('/kartu/create', { nama: 'Lima', foto: 'mengunggah' }))).toEqual([
      422,
      'foto',
      'Tunggu sampai unggahan selesai',
    ])
    expect(await stored(used)).toMatchObject({ entitas_id: row.id })
    expect(await stored(otherFile)).toMatchObject({ entitas: null })
    expect(
      must(await a.get('/kartu?per-page=100')).filter((r: { nama: string }) => r.nama === 'Lima'),
    ).toEqual([])
  })
  test('rejects one file in two fields', async () => {
    const foto = await upload(a, png(), 'bukti')
    expect(field(await a.post('/kartu/create', { nama: 'Enam', foto, bukti: foto }))[0]).toBe(422)
  })
  test('assigns a file to one of two rows saved concurrently', async () => {
    const foto = await upload(a)
    const statuses = (
      await Promise.all(
        ['Tujuh', 'Delapan'].map((name) => a.post('/kartu/create', { nama: name, foto })),
      )
    ).map((r) => r.status)
    expect(statuses.toSorted()).toEqual([201, 422])
  })
  test('deletes a removed or replaced file and keeps an unchanged one', async () => {
    const [first, second] = [await upload(a), await upload(a)]
    const row = must(await a.post('/kartu/create', { nama: 'Sembilan', foto: first }))
    must(await a.post(`/kartu/update?id=${row.id}`, { versi: 1, nama: 'Sembilan B', foto: first }))
    expect(await stored(first)).toBeDefined()
    must(await a.post(`/kartu/update?id=${row.id}`, { versi: 2, foto: second }))
    expect(await stored(first)).toBeUndefined()
    expect(
      must(await a.post(`/kartu/update?id=${row.id}`, { versi: 3, foto: null })).foto,
    ).toBeNull()
    expect(
      await s.db
        .selectFrom('berkas_isi')
        .select('berkas_id')
        .where('berkas_id', 'in', [first, second])
        .execute(),
    ).toEqual([])
  })
  test('keeps both files unchanged after a rejected update', async () => {
    const [first, second] = [await upload(a), await upload(a)]
    const row = must(await a.post('/kartu/create', { nama: 'Sepuluh', foto: first }))
    expect(
      (await a.post(`/kartu/update?id=${row.id}`, { versi: 1, foto: second, gedung_id: 999_999 }))
        .status,
    ).toBe(422)
    expect((await a.post(`/kartu/update?id=${row.id}`, { versi: 9, foto: second })).status).toBe(
      409,
    )
    expect(await stored(first)).toMatchObject({ entitas_id: row.id })
    expect(await stored(second)).toMatchObject({ entitas: null })
  })
  test('deletes the files of a deleted row', async () => {
    const foto = await upload(a)
    const row = must(await a.post('/kartu/create', { nama: 'Sebelas', foto }))
    must(await a.post(`/kartu/delete?id=${row.id}`))
    expect((await a.bytes(`/berkas?id=${foto}`)).status).toBe(404)
    expect(
      await s.db
        .selectFrom('berkas_isi')
        .select('berkas_id')
        .where('berkas_id', '=', foto)
        .execute(),
    ).toEqual([])
  })
})

describe('files without a row', () => {
  test('are limited to twenty per person', async () => {
    const ids: number[] = []
    for (let n = 0; n < 23; n++) ids.push(await upload(a))
    const remainingFiles = await s.db
      .selectFrom('berkas')
      .select('id')
      .where('created_by', '=', s.ids.admin)
      .orderBy('id')
      .execute()
    expect(remainingFiles.map((f) => f.id)).toEqual(ids.slice(-20))
  })
})
