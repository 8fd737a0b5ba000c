/** Tests that a PDF shows names in any script as readable letters, never as empty boxes. */
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { everySeed } from '#contract/values/random.ts'
import { drawable, isPlain } from '#server/pdf/letters.ts'
import { hasGlyph, Pen } from '#server/pdf/pen.ts'

const arimo = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
)
const doc = new PDFDocument()
doc.font(arimo)
const has = (codePoint: number) => hasGlyph(doc, codePoint)

describe('a name', () => {
  test.each([
    ['李小龍 / 王美玲', 'LiXiaoLong / WangMeiLing'],
    ['김민준', 'GimMinJun'],
    ['ꦧꦸꦢꦶ', 'budi'],
    ['अनिल कुमार', 'anil kumar'],
    ['สมชาย', 'smchay'],
    ['محمد', 'mhmd'],
    ['さくら Dewi', 'sakura Dewi'],
  ])('%s is transliterated as %s', (name, latin) => expect(drawable(name, has)).toBe(latin))

  test.each(['Nguyễn Thị Hằng', 'Łukasz', 'Budi Santoso', 'Ωμέγα', 'Саша', 'משה'])(
    '%s stays unchanged: the fonts have its glyphs',
    (name) => expect(drawable(name, has)).toBe(name),
  )

  test('omits pictures and private characters', () => {
    expect(drawable('Budi 😀\ue000 Santoso', has)).toBe('Budi  Santoso')
  })
})

test('contains only characters of the fonts', () => {
  everySeed(300, (r) => {
    const letters = Array.from({ length: 20 }, () => {
      const codePoint = r.int(0x20, r.chance() ? 0x2fff : 0x1ffff)
      return codePoint >= 0xd800 && codePoint <= 0xdfff ? ' ' : String.fromCodePoint(codePoint)
    })
    const text = drawable(letters.join(''), has)
    const missing = [...text].filter(
      (letter) => !isPlain(letter) && !has(letter.codePointAt(0) ?? 0),
    )
    expect(missing).toStrictEqual([])
  })
})

test('measures text as it is drawn', () => {
  const pen = new Pen(new PDFDocument())
  const width = pen.widthOf({ text: '李小龍' }, 10)
  expect(width).toBe(pen.widthOf({ text: 'LiXiaoLong' }, 10))
  expect(pen.wrap({ text: '李小龍 王美玲' }, 10, width + 20)).toStrictEqual([
    'LiXiaoLong',
    'WangMeiLing',
  ])
})
