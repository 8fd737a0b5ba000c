/**
 * A document as data: what stands on it, in its order. Its maker says nothing of places. The server
 * describes each document once; the app draws the description on the screen and for the browser's
 * print, the server as a PDF, so that no figure differs between the three.
 */
import * as z from 'zod/mini'

/** A4 upright, or A5 lying. */
export const paperSizes = ['A4', 'A5'] as const
export type PaperSize = (typeof paperSizes)[number]

const listOf = <S extends z.ZodMiniType>(of: S) => z.readonly(z.array(of))
const flag = () => z.optional(z.boolean())

/** A text, and how it is written. `size` is a factor of the paper's own. */
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

/** A column of a table. The one that grows takes what the others leave. */
const Column = z.object({ label: z.optional(z.string()), right: flag(), grow: flag() })
export type Column = z.output<typeof Column>
/** A cell; `note` stands small under it, `struck` crosses it out. */
const Cell = z.union([
  z.string(),
  z.object({ text: z.string(), note: z.optional(z.string()), bold: flag(), struck: flag() }),
])
export type Cell = z.output<typeof Cell>

/** A label with what it says: a text, or lines each with an amount at its end. */
const Pair = z.object({
  label: z.string(),
  value: z.union([Text, listOf(z.object({ text: z.string(), amount: z.string() }))]),
  /** On grey, as an amount in words is. */
  shaded: flag(),
})
export type Pair = z.output<typeof Pair>

/** A place to sign: lines above it, the last of which says as what, and a name under it. */
const Signer = z.object({ lines: listOf(z.string()), name: z.string() })
export type Signer = z.output<typeof Signer>

const single = [
  z.object({ kind: z.literal('text'), text: Text }),
  /** Stays with what follows it. */
  z.object({ kind: z.literal('heading'), text: z.string() }),
  /** `labels`: least width of the labels, in millimetres. */
  z.object({ kind: z.literal('pairs'), pairs: listOf(Pair), labels: z.optional(z.number()) }),
  /** Its head is repeated on every page, its rows are never cut in two. `name` says what it is. */
  z.object({
    kind: z.literal('table'),
    name: z.optional(z.string()),
    columns: listOf(Column),
    rows: listOf(listOf(Cell)),
  }),
  /** Amounts below each other at the right, down to the last. */
  z.object({
    kind: z.literal('sums'),
    sums: listOf(z.object({ label: z.string(), amount: z.string(), strong: flag() })),
  }),
  /** A text in a frame. */
  z.object({ kind: z.literal('framed'), text: Text }),
  /** A picture by its file's id, in millimetres, with its words beside it; `alt`: what it shows. */
  z.object({
    kind: z.literal('picture'),
    image: z.int(),
    alt: z.string(),
    width: z.number(),
    height: z.number(),
    words: listOf(Text),
  }),
  /** The foot of a receipt: amount in a box, a box for a stamp, and the person who signs. */
  z.object({
    kind: z.literal('signature'),
    amount: z.string(),
    stamp: z.optional(z.string()),
    ...Signer.shape,
  }),
  /** Places to sign, side by side. */
  z.object({ kind: z.literal('signers'), signers: listOf(Signer) }),
  /** Space, in millimetres. */
  z.object({ kind: z.literal('space'), height: z.number() }),
] as const
const SingleBlock = z.union(single)
/** A block that may stand within another. */
export type SingleBlock = z.output<typeof SingleBlock>
const Block = z.union([
  ...single,
  z.object({
    kind: z.literal('halves'),
    left: listOf(SingleBlock),
    right: listOf(SingleBlock),
  }),
  /** Stays on one page, where it fits on one. */
  z.object({ kind: z.literal('keep'), blocks: listOf(SingleBlock) }),
])
export type Block = z.output<typeof Block>
export type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>

/** The letterhead. */
const Kop = z.object({
  /** File of the logo. */
  logo: z.nullable(z.int()),
  /** The school, above the outlet's name. */
  school: z.nullable(z.string()),
  name: z.string(),
  lines: listOf(z.string()),
})
export type Kop = z.output<typeof Kop>

export const Paper = z.object({
  size: z.enum(paperSizes),
  kop: z.optional(Kop),
  /** At the right of the letterhead: the document's name and number. */
  aside: z.optional(z.object({ title: z.string(), lines: listOf(z.string()) })),
  /** BATAL or DRAFT, across every page. */
  watermark: z.optional(z.string()),
  /** At the foot of every page, beside its number. */
  foot: z.string(),
  blocks: listOf(Block),
})
export type Paper = z.output<typeof Paper>
