/**
 * A printable document as data: its blocks in order, without positions on the page. The server
 * describes each document once, as a `Paper`. The app renders it on the screen and in print, and
 * the server renders it as a PDF, so that all three show the same amounts.
 */
import * as z from 'zod/mini'

/** Sizes of documents: A4 in portrait, A5 in landscape. */
export const paperSizes = ['A4', 'A5'] as const
export type PaperSize = (typeof paperSizes)[number]

const listOf = <S extends z.ZodMiniType>(of: S) => z.readonly(z.array(of))
const flag = () => z.optional(z.boolean())

/**
 * A text with its style. `size` is a factor by which the font size of the document is multiplied.
 */
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

/** A column of a table. A column with `grow` takes the width that the other columns leave. */
const Column = z.object({ label: z.optional(z.string()), right: flag(), grow: flag() })
export type Column = z.output<typeof Column>
/**
 * A cell of a table. `note` is a small text below the text of the cell, and `struck` crosses the
 * cell out.
 */
const Cell = z.union([
  z.string(),
  z.object({ text: z.string(), note: z.optional(z.string()), bold: flag(), struck: flag() }),
])
export type Cell = z.output<typeof Cell>

/** A label with its value. The value is a text, or text lines that each end with an amount. */
const Pair = z.object({
  label: z.string(),
  value: z.union([Text, listOf(z.object({ text: z.string(), amount: z.string() }))]),
  /** Whether the value has a grey background; used for an amount in words. */
  shaded: flag(),
})
export type Pair = z.output<typeof Pair>

/**
 * A space for a signature. Above the space, `lines` are printed: for example city and date, and in
 * the last line the function of the signer. Below the space, `name` is printed.
 */
const Signer = z.object({ lines: listOf(z.string()), name: z.string() })
export type Signer = z.output<typeof Signer>

const single = [
  z.object({ kind: z.literal('text'), text: Text }),
  /** A heading, which stays on the same page as the block that follows it. */
  z.object({ kind: z.literal('heading'), text: z.string() }),
  /** Labels with their values; `labels` is the minimum width of the label column in millimetres. */
  z.object({ kind: z.literal('pairs'), pairs: listOf(Pair), labels: z.optional(z.number()) }),
  /**
   * A table; `name` is its accessible name. Its head is repeated on every page, and a row is never
   * split between pages.
   */
  z.object({
    kind: z.literal('table'),
    name: z.optional(z.string()),
    columns: listOf(Column),
    rows: listOf(listOf(Cell)),
  }),
  /** Amounts with labels, one below the other at the right; the last amount is the result. */
  z.object({
    kind: z.literal('sums'),
    sums: listOf(z.object({ label: z.string(), amount: z.string(), strong: flag() })),
  }),
  /** A text with a frame around it. */
  z.object({ kind: z.literal('framed'), text: Text }),
  /**
   * A picture with text beside it. `image` is the id of the file, `alt` describes the picture, and
   * the sizes are in millimetres.
   */
  z.object({
    kind: z.literal('picture'),
    image: z.int(),
    alt: z.string(),
    width: z.number(),
    height: z.number(),
    words: listOf(Text),
  }),
  /**
   * End of a receipt: a box with the amount, a box for the stamp duty, and a space for the
   * signature.
   */
  z.object({
    kind: z.literal('signature'),
    amount: z.string(),
    stamp: z.optional(z.string()),
    ...Signer.shape,
  }),
  /** Spaces for signatures side by side. */
  z.object({ kind: z.literal('signers'), signers: listOf(Signer) }),
  /** Vertical space of the given height in millimetres. */
  z.object({ kind: z.literal('space'), height: z.number() }),
] as const
const SingleBlock = z.union(single)
/** A block that can be nested in `halves` and `keep`. */
export type SingleBlock = z.output<typeof SingleBlock>
const Block = z.union([
  ...single,
  z.object({
    kind: z.literal('halves'),
    left: listOf(SingleBlock),
    right: listOf(SingleBlock),
  }),
  /** Blocks that stay together on one page if they fit on a page. */
  z.object({ kind: z.literal('keep'), blocks: listOf(SingleBlock) }),
])
export type Block = z.output<typeof Block>
export type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>

/** Letterhead of a document. */
const Kop = z.object({
  /** Id of the file with the logo. */
  logo: z.nullable(z.int()),
  /**
   * Name of the school, printed above `name`; null when `name` already is the name of the school.
   */
  school: z.nullable(z.string()),
  name: z.string(),
  lines: listOf(z.string()),
})
export type Kop = z.output<typeof Kop>

export const Paper = z.object({
  size: z.enum(paperSizes),
  kop: z.optional(Kop),
  /**
   * Text at the right of the letterhead: the title of the document, and lines such as its number.
   */
  aside: z.optional(z.object({ title: z.string(), lines: listOf(z.string()) })),
  /** Text that is printed across every page: BATAL or DRAFT. */
  watermark: z.optional(z.string()),
  /** Footer of every page, printed beside the page number. */
  foot: z.string(),
  blocks: listOf(Block),
})
export type Paper = z.output<typeof Paper>
