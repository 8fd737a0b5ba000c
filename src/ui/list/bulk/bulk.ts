/** Actions on the selected rows of a list. */
import type { AccessCode } from '#contract/access/access.ts'
import type { AnyResource, Row } from '#contract/resource.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'
import { ApiError } from '#src/data/api/http.ts'
import { askReason, confirm, showFailure } from '#src/state/feedback.ts'
import { numberText } from '#src/ui/format/format.ts'
import { part } from '#src/ui/page/part.ts'

interface BulkBase {
  label: string
  code?: AccessCode
  danger?: boolean
}
/**
 * Action on all selected rows in one call. The action shows its own confirmation and result. It
 * calls `left` with the ids of the rows that stay selected.
 */
export interface BulkTogether<R extends AnyResource> extends BulkBase {
  together: (rows: readonly Row<R>[], left: (ids: ReadonlySet<number>) => void) => void
}
export type BulkAction<R extends AnyResource> = BulkEach<R> | BulkTogether<R>
/** Action on selected rows, with one call per row. */
export interface BulkEach<R extends AnyResource> extends BulkBase {
  /**
   * Consequence of the action, shown in the confirmation. If it is set, the user must confirm
   * before the batch starts.
   */
  body?: string
  /** Whether the user must enter a reason before the batch starts. `run` receives the reason. */
  reason?: boolean
  /**
   * Returns the consequences for the rows on which the action will run, to be shown in the
   * confirmation. Throws ApiError.
   */
  follows?: (rows: readonly Row<R>[]) => Promise<string>
  /**
   * Returns the reason why the action skips a row; undefined for a row on which the action will
   * run.
   */
  except?: (row: Row<R>) => string | undefined
  run: (row: Row<R>, alasan: string) => Promise<unknown>
  /** Reverts the action on a row; `after` is the result of `run`. */
  undo?: (row: Row<R>, after: unknown) => Promise<unknown>
}
export type Picked<R extends AnyResource> = ReadonlyMap<number, Row<R>>

/**
 * Maximum number of selected rows. `Pilih semua` selects at most this number of rows of a filtered
 * list.
 */
export const maxPicked = 500

interface Facts<R extends AnyResource> {
  of: Hooks<R>
  may: (operation: string) => boolean
  rowMay: (row: Row<R>, operation: 'update' | 'delete') => boolean
  /** Returns the reason why the user may not change a row; undefined when they may. */
  whyNot: (row: Row<R>) => string | undefined
  deleteNote?: ((rows: readonly Row<R>[]) => Promise<string>) | undefined
}
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
const fixed = 'Tidak dapat diubah pada keadaannya sekarang'

/**
 * Returns the actions that follow from the declaration of a resource: activating and deactivating
 * rows that have a status, and deleting rows.
 */
export const ownBulk = <R extends AnyResource>({
  of,
  may,
  rowMay,
  whyNot,
  deleteNote,
}: Facts<R>): BulkEach<R>[] => {
  const { resource } = of
  const status = of.field('status')?.meta?.options?.map((o) => o.value)
  const switches =
    may('update') &&
    'status' in resource.update.shape &&
    status?.includes('aktif') &&
    status.includes('nonaktif')
  const undo =
    resource.restorable && may('create')
      ? (_row: Row<R>, restore: unknown): Promise<unknown> =>
          typeof restore === 'function'
            ? restore()
            : Promise.reject(new ApiError(409, 'Tidak dapat dikembalikan'))
      : undefined
  const turn = (label: string, to: string): BulkEach<R> => ({
    label,
    run: (row) => of.each('update', row.id, { status: to, versi: row.versi }),
    except: (row) =>
      field(row, 'status') === to
        ? `Sudah ${to}`
        : (whyNot(row) ?? (rowMay(row, 'update') ? undefined : fixed)),
    undo: (row, after) =>
      of.each('update', row.id, { status: field(row, 'status'), versi: field(after, 'versi') }),
  })
  return [
    ...(switches ? [turn('Aktifkan', 'aktif'), turn('Nonaktifkan', 'nonaktif')] : []),
    ...(may('delete')
      ? [
          {
            label: 'Hapus',
            danger: true,
            body: `Yang masih dipakai data lain tidak dihapus.${undo ? '' : ' Tindakan ini tidak dapat dibatalkan.'}`,
            ...(deleteNote && { follows: deleteNote }),
            ...(undo && { undo }),
            run: async (row: Row<R>) => {
              const restore = await of.restorer(row)
              await of.each('delete', row.id)
              return restore
            },
            except: (row: Row<R>) => whyNot(row) ?? (rowMay(row, 'delete') ? undefined : fixed),
          },
        ]
      : []),
  ]
}

/**
 * Returns a name for each row id, so that users can distinguish rows with equal names. The name of
 * a row with an outlet ends with the outlet. If two rows still have equal names, each of the names
 * gets an addition: the note that pickers show for the row (`choice.note`), or the row's id if
 * there is no note.
 */
export const namesApart = <T extends { id: number }>(
  { choice }: Pick<AnyResource, 'choice'>,
  rows: readonly T[],
  nameOf: (row: T) => string,
): ReadonlyMap<number, string> => {
  const outlet = (row: T) => field(field(row, 'gedung'), 'nama')
  const named = rows.map((row) => ({
    row,
    name: [nameOf(row), outlet(row)]
      .filter((text) => typeof text === 'string' && text !== '')
      .join(', '),
  }))
  const isShared = (name: string) => named.filter((entry) => entry.name === name).length > 1
  const note = (row: T) => String((choice?.note && field(row, choice.note)) || row.id)
  return new Map(
    named.map(({ row, name }) => [row.id, isShared(name) ? `${name}, ${note(row)}` : name]),
  )
}

/**
 * Maximum number of rows that a confirmation lists by name. For all further rows it states only
 * their number.
 */
const mostNamed = 5
/**
 * Returns the number of rows on which the action will run, and the confirmation text: the names of
 * these rows, the names of the skipped rows with the reasons, and the consequences.
 */
const questionOf = <R extends AnyResource>(
  action: BulkEach<R>,
  rows: readonly Row<R>[],
  names: ReadonlyMap<number, string>,
  follows: string | undefined,
): { count: number; body: string } => {
  const judged = rows.map((row) => ({ id: row.id, why: action.except?.(row) }))
  const [taking, out] = [judged.filter((r) => !r.why), judged.filter((r) => r.why)]
  const call = (listedRows: readonly { id: number }[]): string => {
    const named = listedRows.slice(0, mostNamed).map(({ id }) => names.get(id) ?? `#${id}`)
    const rest = listedRows.length - named.length
    return [...named, ...(rest > 0 ? [`dan ${numberText(rest)} lainnya`] : [])].join('; ')
  }
  const reasons = [...new Set(out.map((r) => r.why))].join(' ')
  return {
    count: taking.length,
    body: [
      `${call(taking)}.`,
      ...(out.length > 0 ? [`Tidak ikut: ${call(out)}. ${reasons}`] : []),
      follows,
      action.body,
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/**
 * Resolves to the text of the request, undefined without a request. If the request fails, shows the
 * error and resolves to null.
 */
const requestedText = (request: Promise<string> | undefined): Promise<string | null | undefined> =>
  request?.catch((error: unknown) => {
    showFailure(error)
    return null
  }) ?? Promise.resolve(undefined)

/**
 * Asks for confirmation if the action needs it, then runs the batch. Calls `left` with the ids of
 * the rows that stay selected, because they failed, were skipped or were not reached.
 */
export const startBulk = async <R extends AnyResource>({
  of,
  action,
  picked,
  nameOf,
  left,
}: {
  of: Hooks<R>
  action: BulkAction<R>
  picked: Picked<R>
  nameOf: (row: Row<R>) => string
  left: (ids: ReadonlySet<number>) => void
}): Promise<void> => {
  if ('together' in action) return action.together([...picked.values()].map(of.newest), left)
  // Makes the names from the row objects that were selected, because the newer copies that
  // `of.newest` returns may lack the outlet.
  const names = namesApart(of.resource, [...picked.values()], nameOf)
  const titleOf = (count: number) =>
    `${action.label} ${numberText(count)} ${of.resource.label[0].toLowerCase()}`
  const title = titleOf(picked.size)
  const rows = [...picked.values()].map(of.newest)
  const taking = rows.filter((row) => action.except?.(row) === undefined)
  const follows = taking.length > 0 ? await requestedText(action.follows?.(taking)) : undefined
  if (follows === null) return
  const { count, body } = questionOf(action, rows, names, follows)
  const question = {
    title: `${titleOf(count)}?`,
    body,
    confirm: action.label,
    danger: action.danger,
  }
  // Asks no question when the action skips every row. The result lists the reason for each row.
  const alasan = action.reason && count > 0 ? await askReason(question) : ''
  if (alasan === null) return
  if (!action.reason && action.body && count > 0 && !(await confirm(question))) return
  const { undo } = action
  const { runBulk } = await part(() => import('#src/ui/list/bulk/runBulk.ts'))
  await runBulk({
    title,
    items: rows,
    idOf: (row) => row.id,
    nameOf: (row) => names.get(row.id) ?? nameOf(row),
    except: action.except,
    each: (row) => action.run(row, alasan),
    undo,
    settle: of.settle,
    keepSelected: left,
  })
}
