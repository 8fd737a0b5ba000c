import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { heldPart, summaryOf } from '#contract/access/groups/accessGroups.ts'
import type { AksesRow, GroupRows } from '#src/routes/_app/role/-akses.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import classes from './Akses.module.css'

/** Functions of a page that edits the access codes of a role. */
export interface AksesEdit {
  /** Whether the user may grant and revoke the code. */
  mayGive: (row: AksesRow) => boolean
  toggle: (rows: readonly AksesRow[], on: boolean) => void
}
/** Codes of the role, default codes of its base role, and functions to edit the former. */
interface Codes {
  held: ReadonlySet<string>
  bawaan: ReadonlySet<string>
  edit?: AksesEdit
}
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const partOf = (rows: readonly AksesRow[], held: ReadonlySet<string>) =>
  heldPart(
    rows.map(({ kode }) => kode),
    held,
  )

/**
 * Group of access codes: its summary, and below it the abilities, or the codes that match a search.
 * A button shows the codes themselves.
 */
export const AksesGroup = ({
  shown: { group, abilities, matching },
  ...codes
}: Codes & { shown: GroupRows }) => {
  const id = useId()
  const [unfolded, setUnfolded] = useState(false)
  const [withCodes, setWithCodes] = useState(false)
  const open = unfolded || matching !== undefined
  const Chevron = open ? IconChevronDown : IconChevronRight
  const single = (row: AksesRow) => (
    <Line key={row.kode} rows={[row]} {...codes}>
      <span className={classes.name}>
        {row.nama}
        {withCodes && <code>{row.kode}</code>}
      </span>
    </Line>
  )
  return (
    <section className={classes.group} aria-labelledby={`${id}-nama`}>
      <div className={classes.head}>
        {codes.edit && (
          <AksesBox
            rows={abilities.flatMap(({ rows }) => rows)}
            held={codes.held}
            edit={codes.edit}
            label={`Semua akses ${group.label}`}
          />
        )}
        <button
          type="button"
          className={classes.title}
          aria-expanded={open}
          aria-controls={`${id}-isi`}
          disabled={matching !== undefined}
          onClick={() => setUnfolded(!unfolded)}
        >
          <Chevron size={18} aria-hidden />
          <b id={`${id}-nama`}>{group.label}</b>
          <span className={classes.summary}>{summaryOf(group, codes.held)}</span>
        </button>
      </div>
      <div id={`${id}-isi`}>
        {open && (
          <>
            <div className={classes.lines}>
              {matching?.map(single) ??
                abilities.map(({ phrase, rows }) => (
                  <div key={phrase} className={classes.ability}>
                    <Line rows={rows} {...codes}>
                      <span className={classes.name}>{upperFirst(phrase)}</span>
                    </Line>
                    {withCodes && <div className={classes.nested}>{rows.map(single)}</div>}
                  </div>
                ))}
            </div>
            <Button
              variant="subtle"
              size="xs"
              ml="xs"
              mb="xs"
              aria-pressed={withCodes}
              onClick={() => setWithCodes(!withCodes)}
            >
              Tampilkan kode
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

/** Line of one or several codes: a checkbox or a mark, the text, and badges. */
const Line = ({ rows, held, bawaan, edit, children }: Codes & Lines & { children: ReactNode }) => {
  const part = partOf(rows, held)
  const badges = (
    <span className={`badges ${classes.badges}`}>
      {rows.some((row) => row.sensitif) && <Badge tone="orange">Sensitif</Badge>}
      {rows.some((row) => held.has(row.kode) !== bawaan.has(row.kode)) && (
        <Badge tone="blue">Beda dari bawaan</Badge>
      )}
    </span>
  )
  if (edit)
    return (
      <label
        className={classes.row}
        title={rows.some(edit.mayGive) ? undefined : 'Anda sendiri tidak punya akses ini'}
      >
        <AksesBox rows={rows} held={held} edit={edit} />
        {children}
        {badges}
      </label>
    )
  return (
    <div className={classes.row} data-held={part !== 'tidak'}>
      <span className={classes.mark} aria-hidden>
        {{ semua: '✓', sebagian: '½', tidak: '–' }[part]}
      </span>
      <span className="sr">
        {{ semua: 'Diizinkan:', sebagian: 'Sebagian diizinkan:', tidak: 'Tidak diizinkan:' }[part]}
      </span>
      {children}
      {badges}
    </div>
  )
}
interface Lines {
  rows: readonly AksesRow[]
}

/** Checkbox that grants or revokes the codes which the user holds. */
const AksesBox = ({
  rows,
  held,
  edit: { mayGive, toggle },
  label,
}: Lines & { held: ReadonlySet<string>; edit: AksesEdit; label?: string }) => {
  const free = rows.filter(mayGive)
  const whole = (free.length > 0 ? free : rows).every((row) => held.has(row.kode))
  return (
    <input
      type="checkbox"
      checked={whole}
      disabled={free.length === 0}
      aria-label={label}
      ref={(box) => {
        if (box) box.indeterminate = !whole && partOf(rows, held) !== 'tidak'
      }}
      onChange={() => toggle(rows, !whole)}
    />
  )
}
