/**
 * A printable document as data: its content in order, without positions. The server describes each
 * document once; the app renders the description on the screen and for the browser's print, the
 * server as a PDF, so that no figure differs between the three.
 */
import * as z from 'zod/mini'

/** A4 portrait, or A5 landscape. */
export const paperSizes = ['A4', 'A5'] as const
export type PaperSize = (typeof paperSizes)[number]

const listOf = <S extends z.ZodMiniType>(of: S) => z.readonly(z.array(of))
const flag = () => z.optional(z.boolean())

/** A text and its style. `size` is a factor of the document's font size. */
const Words = z.object({
  text: z.string(),
  bold: flag(),
  italic: flag(),
  dim: flag(),
  size: z.optional(z.number()),
})
export type Words = z.output<typeof Words>
const Text = z.union([z.string(), Words])
export type Text = z.output<typeof Text>

/** A column of a table. The column with `grow` takes the remaining width. */
const Column = z.object({ label: z.optional(z.string()), right: flag(), grow: flag() })
export type Column = z.output<typeof Column>
/** A cell; `note` is small text below it, `struck` crosses it out. */
const Cell = z.union([
  z.string(),
  z.object({ text: z.string(), note: z.optional(z.string()), bold: flag(), struck: flag() }),
])
export type Cell = z.output<typeof Cell>

/** A label with its value: a text, or lines that each end with an amount. */
const Pair = z.object({
  label: z.string(),
  value: z.union([Text, listOf(z.object({ text: z.string(), amount: z.string() }))]),
  /** Grey background, as for an amount in words. */
  shaded: flag(),
})
export type Pair = z.output<typeof Pair>

/**
 * A signature field: the lines above it, the last of which is the signer's function, and the name
 * below.
 */
const Signer = z.object({ lines: listOf(z.string()), name: z.string() })
export type Signer = z.output<typeof Signer>

const single = [
  z.object({ kind: z.literal('text'), text: Text }),
  /** A heading stays on the page of the block that follows it. */
  z.object({ kind: z.literal('heading'), text: z.string() }),
  /** `labels`: minimum width of the labels, in millimetres. */
  z.object({ kind: z.literal('pairs'), pairs: listOf(Pair), labels: z.optional(z.number()) }),
  /**
   * A table. Its head is repeated on every page and its rows are never split between pages. `name`
   * describes it.
   */
  z.object({
    kind: z.literal('table'),
    name: z.optional(z.string()),
    columns: listOf(Column),
    rows: listOf(listOf(Cell)),
  }),
  /** Amounts below each other at the right; the last is the final result. */
  z.object({
    kind: z.literal('sums'),
    sums: listOf(z.object({ label: z.string(), amount: z.string(), strong: flag() })),
  }),
  /** A text in a frame. */
  z.object({ kind: z.literal('framed'), text: Text }),
  /**
   * A picture by file id, sizes in millimetres, with text beside it; `alt` describes the picture.
   */
  z.object({
    kind: z.literal('picture'),
    image: z.int(),
    alt: z.string(),
    width: z.number(),
    height: z.number(),
    words: listOf(Text),
  }),
  /** Foot of a receipt: the amount in a box, a box for the stamp duty, and the signer. */
  z.object({
    kind: z.literal('signature'),
    amount: z.string(),
    stamp: z.optional(z.string()),
    ...Signer.shape,
  }),
  /** Signature fields side by side. */
  z.object({ kind: z.literal('signers'), signers: listOf(Signer) }),
  /** Vertical space, in millimetres. */
  z.object({ kind: z.literal('space'), height: z.number() }),
] as const
const SingleBlock = z.union(single)
/** A block that may be nested in another. */
export type SingleBlock = z.output<typeof SingleBlock>
const Block = z.union([
  ...single,
  z.object({
    kind: z.literal('halves'),
    left: listOf(SingleBlock),
    right: listOf(SingleBlock),
  }),
  /** Keeps blocks together on one page, where they fit on one. */
  z.object({ kind: z.literal('keep'), blocks: listOf(SingleBlock) }),
])
export type Block = z.output<typeof Block>
export type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>

/** Letterhead of the document. */
const Kop = z.object({
  /** File id of the logo. */
  logo: z.nullable(z.int()),
  /** Name of the school, above the outlet's name. */
  school: z.nullable(z.string()),
  name: z.string(),
  lines: listOf(z.string()),
})
export type Kop = z.output<typeof Kop>

export const Paper = z.object({
  size: z.enum(paperSizes),
  kop: z.optional(Kop),
  /** Right side of the letterhead: the document's name and number. */
  aside: z.optional(z.object({ title: z.string(), lines: listOf(z.string()) })),
  /** BATAL or DRAFT, across every page. */
  watermark: z.optional(z.string()),
  /** Footer of every page, beside the page number. */
  foot: z.string(),
  blocks: listOf(Block),
})
export type Paper = z.output<typeof Paper>
