/**
 * Actions of a list and of its rows. Actions that the props of the screen or the access codes of
 * the user do not allow are omitted.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { AccessCode } from '#contract/access/access.ts'
import { hasOwnRows } from '#contract/outlets.ts'
import type { AnyResource, Row } from '#contract/resource.ts'
import { isRestorable } from '#contract/restore.ts'
import { titled } from '#contract/values/titled.ts'
import { useDeleteOf } from '#src/data/api/createHooks.ts'
import { useOwnOutlets, useWhyNotYours } from '#src/data/outlets.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { confirm, showFailure } from '#src/state/feedback.ts'
import { leaveRow } from '#src/state/history.ts'
import type { Place } from '#src/state/place.ts'
import { useDeletedToast } from '#src/ui/feedback/useDeletedToast.ts'
import { body as formBody } from '#src/ui/form/form.tsx'
import type { ListScreenProps } from '#src/ui/list/listScreenProps.ts'
import type { RowAction } from '#src/ui/list/rows/useRowMenu.tsx'

const always = () => true

interface Ways<R extends AnyResource> {
  nameOf: (row: Row<R>) => string
  /** Opens the modal form for the row with this id. The id 0 opens the form for a new row. */
  openForm: (id: number) => void
  /** Opens the history of a row. */
  tell: (row: Row<R>) => void
}
/** Returns a function that checks whether the user may run an operation of this resource. */
export const useMay = ({ name, access }: AnyResource) => {
  const allowed = useAllowed()
  return (operation: string) =>
    access[operation] != null && allowed(`${name}/${operation}` as AccessCode)
}

/**
 * Returns the suffix ` di <outlet>` for a row with an outlet, and an empty text for any other row.
 * Rooms of two outlets may have the same name.
 */
const outletSuffix = (row: object): string => {
  const outlet: unknown = 'gedung' in row ? row.gedung : undefined
  if (typeof outlet !== 'object' || outlet === null || !('nama' in outlet)) return ''
  return ` di ${String(outlet.nama)}`
}

/** Returns a function that deletes a row after a confirmation. */
const useDeleteRow = <R extends AnyResource>(
  { of, deleteNote }: ListScreenProps<R>,
  nameOf: (row: Row<R>) => string,
) => {
  const remove = useDeleteOf(of)
  const toastDeleted = useDeletedToast(of)
  const [label] = of.resource.label
  return async (row: Row<R>) => {
    const name = nameOf(row)
    const follows = await deleteNote?.([row]).catch((error: unknown) => {
      showFailure(error)
      return null
    })
    if (follows === null) return
    const sure = await confirm({
      title: `Hapus ${name}?`,
      body: [
        `${titled(label, name)}${outletSuffix(row)} akan dihapus.`,
        follows,
        !isRestorable(of.resource, row) && 'Tindakan ini tidak dapat dibatalkan.',
      ]
        .filter(Boolean)
        .join(' '),
      confirm: 'Hapus',
      danger: true,
    })
    if (!sure) return
    const restore = await of.restorer(row)
    remove.mutate(row.id, { onSuccess: () => toastDeleted(titled(label, name), restore) })
  }
}

/**
 * Returns two functions: `fetchTargets` prefetches the code of the pages that a row opens,
 * `prefetch` prefetches the data of a row.
 */
export const useRowFetch = <R extends AnyResource>(screen: ListScreenProps<R>) => {
  const { of, open, create, edit, form } = screen
  const router = useRouter()
  const client = useQueryClient()
  const may = useMay(of.resource)
  return {
    fetchTargets: (row: Row<R>) => {
      const places = [
        may('view') && open?.(row).to,
        may('create') && create?.to,
        may('update') && edit?.(row).to,
      ]
      for (const to of places) {
        const route = Object.entries(router.routesByPath).find(([path]) => path === to)?.[1]
        // Ignores a failure, because the router fetches the code again when the user opens the
        // page.
        if (route) void router.loadRouteChunk(route)?.catch(() => undefined)
      }
      if (form) void formBody().catch(() => undefined)
    },
    prefetch: (row: Row<R>) => {
      if (!may('view')) return
      // Preloads the route of the record's screen, because only its loader knows the relations to
      // read.
      if (open) void router.preloadRoute({ to: open(row).to, search: open(row).search })
      else void client.prefetchQuery(of.queries.view(row.id))
    },
  }
}

/**
 * Returns the functions that open forms and pages from a list. A function is undefined if the user
 * lacks the access or the screen has no such form or page.
 */
const useWays = <R extends AnyResource>(screen: ListScreenProps<R>, ways: Ways<R>) => {
  const { of, open, create, edit, form, rowMay = always } = screen
  const { resource } = of
  const navigate = useNavigate()
  const may = useMay(resource)
  const whyNot = useWhyNotYours(resource)
  const isLimited = useOwnOutlets().length > 0
  const goTo = (place: Place) => void navigate({ to: place.to, search: place.search })
  // A user who is limited to outlets may add rows only to these outlets. If all rows of the
  // resource belong to the whole school, this user may not add rows.
  const mayAdd = may('create') && (!isLimited || hasOwnRows(resource))
  const add = () => (create ? goTo(create) : ways.openForm(0))
  const editRow = (row: Row<R>) => (edit ? goTo(edit(row)) : ways.openForm(row.id))
  const hasEdit = may('update') && Boolean(edit ?? form)
  const editIfMay = (row: Row<R>) => {
    if (rowMay(row, 'update') && !whyNot(row)) editRow(row)
  }
  const openRow =
    open &&
    ((row: Row<R>) => {
      leaveRow(resource.name, row.id)
      goTo(open(row))
    })
  return {
    add: mayAdd && (create ?? form) ? add : undefined,
    /**
     * Edits a row without checking whether the user may change this row. Only the row's menu uses
     * this function. The menu makes the check itself and shows the reason if the user may not
     * change the row.
     */
    change: hasEdit ? editRow : undefined,
    edit: hasEdit ? editIfMay : undefined,
    open: openRow ?? (hasEdit ? editIfMay : undefined),
    may,
    whyNot,
  }
}

/** Returns the actions of a list and the items of its rows' menus. */
export const useRowActions = <R extends AnyResource>(
  screen: ListScreenProps<R>,
  options: Ways<R>,
) => {
  const { of, open, rowMay = always, actions } = screen
  const { resource } = of
  const allowed = useAllowed()
  const ways = useWays(screen, options)
  const { may, whyNot, change } = ways
  const deleteRow = useDeleteRow(screen, options.nameOf)
  // A resource that can be updated has a history. If the row opens the screen of its record, that
  // screen shows the history. Otherwise the menu of the row opens the history.
  const tells = allowed('audit/index') && resource.access.update !== null
  const isToldHere = (row: Row<R>) => tells && open?.(row).to !== `/${resource.name}/view`
  const actionsOf = (row: Row<R>): RowAction[] => {
    const items: (RowAction | false | undefined)[] = [
      open && { label: 'Lihat', run: () => ways.open?.(row) },
      change &&
        rowMay(row, 'update') && {
          label: 'Ubah',
          run: () => change(row),
          disabled: whyNot(row),
        },
      ...(actions?.(row) ?? []).filter((a) => !a.code || allowed(a.code)),
      isToldHere(row) && { label: 'Riwayat', run: () => options.tell(row) },
      may('delete') &&
        rowMay(row, 'delete') && {
          label: 'Hapus',
          run: () => void deleteRow(row),
          danger: true,
          disabled: whyNot(row),
        },
    ]
    return items.filter((item) => item !== false && item !== undefined)
  }
  return { ...ways, actions: actionsOf }
}
