/**
 * Panel with the saved views of a list. The user can open, rename, update or delete a view. The
 * user can also save the current state of the list as a new view, or copy a link to this state.
 */
import '#src/styles/listParts.css'
import { ActionIcon, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import type { savedView } from '#contract/access/savedView.ts'
import type { Row } from '#contract/resource.ts'
import { titled } from '#contract/values/titled.ts'
import { SavedViews } from '#src/data/resources/savedView.ts'
import { parseSearch } from '#src/data/search.ts'
import { listAtom, readList } from '#src/state/device.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { copyText } from '#src/ui/feedback/copyText.ts'
import { useDeletedToast } from '#src/ui/feedback/useDeletedToast.ts'
import { isSameViewSearch, viewSearchOf } from '#src/ui/list/views/viewSearch.ts'
import { useClosePopup } from '#src/ui/overlay/Menu.tsx'
import { panelButtonStyle } from '#src/ui/overlay/panelButtonStyle.ts'
import classes from '../panels.module.css'

/**
 * Copies a link to the list. A colleague who opens the link sees the rows that the colleague's own
 * access codes and outlets allow.
 */
const copyLink = (place: string) => {
  const link = new URL(`#${place}`, location.href).href
  return copyText(link, 'Tautan tampilan', `Tautan tidak dapat disalin: ${link}`)
}

interface Props {
  list: string
  path: string
  search: Record<string, string | number | undefined>
  name: (target: number) => void
}

export const ViewsPanel = ({ list, path, search, name }: Props) => {
  const [settings, set] = useAtom(listAtom(list))
  const navigate = useNavigate()
  const { data, isPending, isError } = useQuery(
    SavedViews.queries.list({ resource: path, 'per-page': 100 }),
  )
  const update = SavedViews.useUpdate()
  const remove = SavedViews.useDelete()
  const toastDeleted = useDeletedToast(SavedViews)
  const removeView = async (v: Row<typeof savedView>) => {
    const restore = await SavedViews.restorer(v)
    remove.mutate(v.id, { onSuccess: () => toastDeleted(titled('Tampilan', v.nama), restore) })
  }
  const close = useClosePopup()
  const now = {
    search: viewSearchOf(search),
    kolom: JSON.stringify(settings),
  }
  const views = data?.rows ?? []
  return (
    <Stack
      gap={2}
      className={classes.columns}
      ref={(panel) => {
        if (data) panel?.querySelector('button')?.focus({ preventScroll: true })
      }}
    >
      {isPending && <Skeleton h={17} />}
      {isError && <Text c="dimmed">Tidak dapat dimuat</Text>}
      {data && views.length === 0 && <Text c="dimmed">Belum ada tampilan tersimpan</Text>}
      {views.map((v) => (
        <Group key={v.id} gap={0} wrap="nowrap">
          <Button
            {...panelButtonStyle}
            justify="flex-start"
            flex={1}
            miw={0}
            aria-current={isSameViewSearch(v.search, now.search) || undefined}
            onClick={() => {
              close()
              set(readList(v.kolom))
              void navigate({ to: '.', search: parseSearch(v.search) as never })
            }}
          >
            {v.nama}
          </Button>
          <ActionIcon
            {...panelButtonStyle}
            data-tip
            aria-label={`Perbarui ${v.nama}`}
            onClick={() =>
              update.mutate(
                { id: v.id, input: { ...now, versi: v.versi } },
                { onSuccess: () => toast(`${titled('Tampilan', v.nama)} diperbarui`) },
              )
            }
          >
            <IconDeviceFloppy size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon
            {...panelButtonStyle}
            data-tip
            aria-label={`Ubah nama ${v.nama}`}
            onClick={() => {
              close()
              name(v.id)
            }}
          >
            <IconPencil size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon
            {...panelButtonStyle}
            data-tip
            aria-label={`Hapus ${v.nama}`}
            onClick={() => {
              close()
              void confirm({
                title: `Hapus ${v.nama}?`,
                body: 'Hanya tampilannya yang dihapus, datanya tidak.',
                confirm: 'Hapus',
                danger: true,
              }).then((yes) => {
                if (yes) void removeView(v)
              })
            }}
          >
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        {...panelButtonStyle}
        justify="flex-start"
        onClick={() => {
          close()
          name(0)
        }}
      >
        Simpan tampilan ini
      </Button>
      <Button
        {...panelButtonStyle}
        justify="flex-start"
        onClick={() => {
          close()
          void copyLink(`/${path}?${now.search}`)
        }}
      >
        Salin tautan tampilan ini
      </Button>
    </Stack>
  )
}
