/**
 * Converts the blocks of a document, such as texts and tables, to strips: horizontal pieces that
 * are never split over pages and are drawn from top to bottom.
 */
import type { Block, BlockOf, Pair, Signer, Text } from '#contract/print/paper.ts'
import { mm, Pen, wordsOf } from '#server/pdf/pen.ts'
import type { Place, Strip } from '#server/pdf/strip.ts'
import { tableStrips } from '#server/pdf/table.ts'

const heightOf = (strips: readonly Strip[]): number =>
  strips.reduce((sum, { height }) => sum + height, 0)
/** Returns one strip that draws the given strips below each other, so that they are not split. */
export const merged = (strips: readonly Strip[]): Strip => ({
  height: heightOf(strips),
  draw: (x, top) => {
    let y = top
    for (const strip of strips) {
      strip.draw(x, y)
      y += strip.height
    }
  },
})
const space = (height: number): Strip => ({ height, draw: () => {} })

const textStrips = ({ pen, width, size }: Place, text: Text): Strip[] => {
  const words = wordsOf(text)
  const letters = size * (words.size ?? 1)
  return pen.wrap(words, letters, width).map((line) => ({
    height: Pen.lineHeight(letters),
    draw: (x, y) => pen.write({ ...words, text: line }, letters, x, y),
  }))
}

/**
 * Returns the strips of the value in a pair (label and value): one strip for each line of text, or
 * a single strip if the value is shaded.
 */
const valueStrips = (place: Place, { value, shaded }: Pair): Strip[] => {
  const { pen, width, size } = place
  if (Array.isArray(value)) {
    const lines = value as readonly { text: string; amount: string }[]
    return lines.flatMap(({ text, amount }) => {
      const room = width - pen.widthOf({ text: amount }, size) - 5 * mm
      const lineStrips = textStrips({ ...place, width: room }, text)
      const last = lineStrips.length - 1
      return lineStrips.map((strip, i) => ({
        height: strip.height + (i === last ? mm : 0),
        draw: (x: number, y: number) => {
          strip.draw(x, y)
          if (i !== last) return
          pen.write({ text: amount }, size, x + width, y, true)
          pen.rule(x, y + strip.height, width, { thick: 0.5, color: '#999', dotted: true })
        },
      }))
    })
  }
  if (!shaded) return textStrips(place, value as Text)
  const pad = { x: 3 * mm, y: 1.5 * mm }
  const inside = merged(textStrips({ ...place, width: width - 2 * pad.x }, value as Text))
  return [
    {
      height: inside.height + 2 * pad.y,
      draw: (x, y) => {
        pen.fill(x, y, width, inside.height + 2 * pad.y, '#f0f0f0')
        inside.draw(x + pad.x, y + pad.y)
      },
    },
  ]
}
const pairStrips = (place: Place, pairs: readonly Pair[], labels = 0): Strip[] => {
  const { pen, size } = place
  const widest = Math.max(0, ...pairs.map(({ label }) => pen.widthOf({ text: label }, size)))
  const labelWidth = Math.min(Math.max(widest, labels * mm), place.width / 2)
  const indent = labelWidth + (labels > 0 ? 5 : 4) * mm
  const wide = place.page < lowPage ? 1.5 * mm : 3 * mm
  const gap = labels > 0 ? wide : 0.6 * mm
  return pairs.flatMap((pair) => {
    const lines = valueStrips({ ...place, width: place.width - indent }, pair)
    return lines.map((strip, i) => ({
      height: strip.height + (i === lines.length - 1 ? gap : 0),
      draw: (x: number, y: number) => {
        const top = pair.shaded ? y + 1.5 * mm : y
        if (i === 0) pen.write({ text: pair.label, dim: true }, size, x, top)
        strip.draw(x + indent, y)
      },
    }))
  })
}

const halfStrips = (
  place: Place,
  { left, right }: { left: readonly Block[]; right: readonly Block[] },
): Strip[] => {
  const width = (place.width - 10 * mm) / 2
  const halves = [left, right].map((blocks) => stripsOf({ ...place, width }, blocks))
  const [a, b] = halves.map(merged)
  const height = Math.max(a!.height, b!.height)
  // Places the right half below the left half if one half is higher than a page. Side by side, the
  // halves would be one strip, which cannot be split over pages.
  if (height > place.page) return [...halves.flat(), space(5 * mm)]
  const draw = (x: number, y: number) => {
    a!.draw(x, y)
    b!.draw(x + width + 10 * mm, y)
  }
  return [{ height: height + 5 * mm, draw }]
}

type Sums = BlockOf<'sums'>['sums']
const sumStrip = ({ pen, width, size }: Place, sums: Sums): Strip => {
  const wide = Math.min(85 * mm, width)
  const row = Pen.lineHeight(size) + 1.4 * mm
  const draw = (x: number, top: number) => {
    const leftEdge = x + width - wide
    for (const [i, { label, amount, strong }] of sums.entries()) {
      const y = top + 3 * mm + i * row
      if (strong) pen.rule(leftEdge, y, wide, { thick: 1.1 })
      pen.write({ text: label, bold: strong }, size, leftEdge + 2 * mm, y + 0.7 * mm)
      pen.write({ text: amount, bold: strong }, size, x + width - 2 * mm, y + 0.7 * mm, true)
    }
  }
  return { height: 3 * mm + sums.length * row, draw }
}

const framedStrip = (place: Place, text: Text): Strip => {
  const { pen, width } = place
  const pad = { x: 3 * mm, y: 2 * mm }
  const inside = merged(textStrips({ ...place, width: width - 2 * pad.x }, text))
  const height = inside.height + 2 * pad.y
  const draw = (x: number, y: number) => {
    pen.frame({ x, y: y + 4 * mm, width, height })
    inside.draw(x + pad.x, y + 4 * mm + pad.y)
  }
  return { height: height + 4 * mm, draw }
}

/** Page height in points below which there is less space around signatures, as on A5 paper. */
const lowPage = 150 * mm

/**
 * Returns two heights in points for a page height: of the space above the signature block
 * (`above`), and of the space for the handwritten signature (`signed`).
 */
const signingSpace = (page: number): [above: number, signed: number] =>
  page < lowPage ? [4 * mm, 13 * mm] : [9 * mm, 17 * mm]
const signingWidth = ({ pen, size }: Place, { name }: Signer): number =>
  Math.max(45 * mm, pen.widthOf({ text: name, bold: true }, size) + 4 * mm)
const signingHeight = ({ size, page }: Place, lines: number): number =>
  (lines + 1) * Pen.lineHeight(size) + signingSpace(page)[1] + mm
/** Draws a signature block at `y`: text lines, space to sign, a rule, and the signer's name. */
const drawSigner = (place: Place, signer: Signer, leftEdge: number, y: number): void => {
  const { pen, size, page } = place
  const width = signingWidth(place, signer)
  const line = Pen.lineHeight(size)
  const centred = (text: string, lineTop: number, bold = false) =>
    pen.write(
      { text, bold },
      size,
      leftEdge + (width - pen.widthOf({ text, bold }, size)) / 2,
      lineTop,
    )
  for (const [i, text] of signer.lines.entries()) centred(text, y + i * line)
  const foot = y + signer.lines.length * line + signingSpace(page)[1]
  pen.rule(leftEdge, foot, width)
  centred(pen.cut({ text: signer.name, bold: true }, size, width), foot + mm, true)
}
const signersStrip = (place: Place, { signers }: BlockOf<'signers'>): Strip => {
  const [above] = signingSpace(place.page)
  const most = Math.max(...signers.map(({ lines }) => lines.length))
  const room = place.width / signers.length
  const draw = (x: number, top: number) => {
    for (const [i, signer] of signers.entries()) {
      const leftEdge = x + i * room + (room - signingWidth(place, signer)) / 2
      const later = (most - signer.lines.length) * Pen.lineHeight(place.size)
      drawSigner(place, signer, leftEdge, top + above + later)
    }
  }
  return { height: above + signingHeight(place, most), draw }
}

type Signature = BlockOf<'signature'>
const signatureStrip = (place: Place, { amount, stamp, ...signer }: Signature): Strip => {
  const { pen, width, size, page } = place
  const [above] = signingSpace(page)
  const letters = size * 1.5
  const box = {
    width: pen.widthOf({ text: amount, bold: true }, letters) + 12 * mm,
    height: 13 * mm,
  }
  const line = Pen.lineHeight(size)
  const height = signingHeight(place, signer.lines.length)
  const draw = (x: number, top: number) => {
    const y = top + above
    const middle = y + height / 2
    pen.frame({ x, y: middle - box.height / 2, ...box }, { thick: 1.5 })
    const letterTop = middle - Pen.lineHeight(letters) / 2
    pen.write({ text: amount, bold: true }, letters, x + 6 * mm, letterTop)
    if (stamp) {
      const stampBox = {
        x: x + box.width + 10 * mm,
        y: middle - 11 * mm,
        width: 26 * mm,
        height: 22 * mm,
      }
      pen.frame(stampBox, { dashed: true })
      for (const [i, text] of stamp.split('\n').entries()) {
        const wide = pen.widthOf({ text }, size * 0.85)
        pen.write(
          { text },
          size * 0.85,
          stampBox.x + (stampBox.width - wide) / 2,
          middle - line + i * line,
        )
      }
    }
    drawSigner(place, signer, x + width - signingWidth(place, signer), y)
  }
  return { height: height + above, draw }
}

type Picture = BlockOf<'picture'>
const pictureStrip = (place: Place, { image, width, height, words }: Picture): Strip[] => {
  const source = place.image(image)
  const fit: [number, number] = [width * mm, height * mm]
  const beside = source ? fit[0] + 4 * mm : 0
  const texts = merged(
    words.flatMap((text) => textStrips({ ...place, width: place.width - beside }, text)),
  )
  const draw = (x: number, y: number) => {
    if (source) place.pen.doc.image(source, x, y, { fit })
    texts.draw(x + beside, y)
  }
  return [{ height: Math.max(source ? fit[1] : 0, texts.height) + 2 * mm, draw }]
}

const keptStrips = (place: Place, blocks: readonly Block[]): Strip[] => {
  const strips = stripsOf(place, blocks)
  return heightOf(strips) <= place.page ? [merged(strips)] : strips
}

const blockStrips = (place: Place, block: Block): Strip[] => {
  switch (block.kind) {
    case 'text':
      return textStrips(place, block.text)
    case 'heading': {
      const gap = [space(place.size * 1.1), space(place.size * 0.35)] as const
      const lines = textStrips(place, { text: block.text, bold: true })
      return [gap[0], ...lines, gap[1]].map((strip) => ({ ...strip, joined: true }))
    }
    case 'halves':
      return halfStrips(place, block)
    case 'pairs':
      return pairStrips(place, block.pairs, block.labels)
    case 'table':
      return tableStrips(place, block)
    case 'sums':
      return [sumStrip(place, block.sums)]
    case 'framed':
      return [framedStrip(place, block.text)]
    case 'keep':
      return keptStrips(place, block.blocks)
    case 'picture':
      return pictureStrip(place, block)
    case 'signature':
      return [signatureStrip(place, block)]
    case 'signers':
      return [signersStrip(place, block)]
    case 'space':
      return [space(block.height * mm)]
  }
}
export const stripsOf = (place: Place, blocks: readonly Block[]): Strip[] =>
  blocks.flatMap((block) => blockStrips(place, block))
