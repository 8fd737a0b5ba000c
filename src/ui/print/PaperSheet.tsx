/** Renders a document (contract/print/paper.ts) on the screen and for the browser's print. */
import { Fragment, type CSSProperties, type ReactNode } from 'react'
import type { Block, BlockOf, Cell, Column, Pair, Paper, Text } from '#contract/print/paper.ts'
import { Dim, Num } from '#src/ui/format/Words.tsx'
import { KopView, PaperPicture, Sheet, WideTable } from '#src/ui/print/print.tsx'
import { SignedBy, Signers } from '#src/ui/print/Slip.tsx'
import classes from './PaperSheet.module.css'

const preLine: CSSProperties = { whiteSpace: 'pre-line' }
const Said = ({ text: said }: { text: Text }) => {
  if (typeof said === 'string') return said
  const { text, bold, italic, dim, size } = said
  const written = dim ? <Dim>{text}</Dim> : text
  const style = {
    fontWeight: bold ? 700 : undefined,
    fontStyle: italic ? 'italic' : undefined,
    fontSize: size === undefined ? undefined : `${size}em`,
  }
  return <span style={style}>{written}</span>
}
const Paragraph = ({ text }: { text: Text }) => (
  <p style={preLine}>
    <Said text={text} />
  </p>
)

const Value = ({ value }: { value: Pair['value'] }) =>
  Array.isArray(value) ? (
    (value as readonly { text: string; amount: string }[]).map(({ text, amount }) => (
      <div key={text} className={classes.line}>
        <span>{text}</span>
        <Num>{amount}</Num>
      </div>
    ))
  ) : (
    <Said text={value as Text} />
  )
const Pairs = ({ pairs, labels }: BlockOf<'pairs'>) => (
  <dl
    className={labels === undefined ? 'pairs' : `pairs ${classes.facts}`}
    style={
      labels === undefined
        ? undefined
        : { gridTemplateColumns: `minmax(${labels}mm, max-content) 1fr` }
    }
  >
    {pairs.map(({ label, value, shaded }) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd className={shaded ? classes.shaded : undefined} style={preLine}>
          <Value value={value} />
        </dd>
      </Fragment>
    ))}
  </dl>
)

/**
 * Maximum number of characters of a cell text that is never wrapped. In a column with `grow`, which
 * takes the remaining width, shorter texts may be wrapped too.
 */
const longestUnwrapped = 24
const CellView = ({ cell, column }: { cell: Cell; column: Column | undefined }) => {
  const { text, note, bold, struck } = typeof cell === 'string' ? { text: cell } : cell
  const isShort = !column?.grow && text.length <= longestUnwrapped
  const said = struck ? <s>{text}</s> : text
  return (
    <td
      className={column?.right ? 'right' : undefined}
      data-label={column?.label}
      style={isShort ? { whiteSpace: 'nowrap' } : preLine}
    >
      {bold ? <b>{said}</b> : said}
      {note && (
        <div style={{ fontSize: '0.9em', ...preLine }}>
          <Dim>{note}</Dim>
        </div>
      )}
    </td>
  )
}
const Table = ({ name, columns, rows }: BlockOf<'table'>) => (
  <WideTable aria-label={name}>
    {columns.some(({ label }) => label) && (
      <thead>
        <tr>
          {columns.map(({ label = '', right }, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- columns stay where they are
            <th key={i} scope="col" className={right ? 'right' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
    )}
    <tbody>
      {rows.map((row, i) => (
        // Uses the index as key, because the rows of a printed document have no ids and never move.
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={i}>
          {row.map((cell, j) => (
            // oxlint-disable-next-line react/no-array-index-key
            <CellView key={j} cell={cell} column={columns[j]} />
          ))}
        </tr>
      ))}
    </tbody>
  </WideTable>
)
const Sums = ({ sums }: BlockOf<'sums'>) => (
  <table className="sums">
    <tbody>
      {sums.map(({ label, amount, strong }) => (
        <tr key={label} className={strong ? 'strong' : undefined}>
          <th scope="row">{label}</th>
          <td className="right">{amount}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
const Picture = ({ image, alt, width, height, words }: BlockOf<'picture'>) => (
  <div className={classes.picture}>
    <div style={{ width: `${width}mm`, height: `${height}mm` }}>
      <PaperPicture id={image} alt={alt} className={classes.whole!} />
    </div>
    <div>
      {words.map((text) => (
        <Paragraph key={typeof text === 'string' ? text : text.text} text={text} />
      ))}
    </div>
  </div>
)
/** Foot of a receipt with the amount, a stamp box if stamp duty is due, and the signer. */
const Signature = ({ amount, stamp, lines, name }: BlockOf<'signature'>) => (
  <div className={`${classes.foot} keep`}>
    <div className={classes.amount}>{amount}</div>
    {stamp && <div className={classes.stamp}>{stamp}</div>}
    <div className={classes.last}>
      <SignedBy lines={lines} name={name} />
    </div>
  </div>
)

const BlockView = ({ block }: { block: Block }): ReactNode => {
  switch (block.kind) {
    case 'text':
      return <Paragraph text={block.text} />
    case 'heading':
      return <h3>{block.text}</h3>
    case 'halves':
      return (
        <div className="halves">
          <div>
            <Blocks blocks={block.left} />
          </div>
          <div>
            <Blocks blocks={block.right} />
          </div>
        </div>
      )
    case 'pairs':
      return <Pairs {...block} />
    case 'table':
      return <Table {...block} />
    case 'sums':
      return <Sums {...block} />
    case 'framed':
      return (
        <p className="terbilang">
          <Said text={block.text} />
        </p>
      )
    case 'keep':
      return (
        <div className="keep">
          <Blocks blocks={block.blocks} />
        </div>
      )
    case 'picture':
      return <Picture {...block} />
    case 'signature':
      return <Signature {...block} />
    case 'signers':
      return <Signers of={block.signers} />
    case 'space':
      return <div style={{ height: `${block.height}mm` }} />
  }
}
const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  // oxlint-disable-next-line react/no-array-index-key -- blocks stay where they are
  blocks.map((block, i) => <BlockView key={i} block={block} />)

/** Renders a document, as the server describes it, for the screen and for printing. */
export const PaperSheet = ({ paper }: { paper: Paper }) => {
  const { size, kop, aside, watermark, foot, blocks } = paper
  return (
    <Sheet size={size} watermark={watermark} foot={foot}>
      {kop && (
        <KopView
          kop={kop}
          aside={
            aside && (
              <>
                <h2>{aside.title}</h2>
                {aside.lines.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </>
            )
          }
        />
      )}
      <Blocks blocks={blocks} />
    </Sheet>
  )
}
