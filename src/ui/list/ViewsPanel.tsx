/** The saved views of a list: to go to, to keep what is shown now, to rename, to bring up to date, to delete. */
import { IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { SavedViews } from '#src/data/savedView.ts'
import { parseSearch, stringifySearch } from '#src/data/search.ts'
import { listAtom, readList } from '#src/state/device.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { useCloseMenu } from '#src/ui/Menu.tsx'

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
  // The menu has closed by then, and what mutate() is given is not called for a part that has gone. Failures are shown centrally.
  const hapus = (v: { id: number; nama: string }) =>
    void remove.mutateAsync(v.id).then(
      () => toast(`Tampilan ${v.nama} dihapus`),
      () => {},
    )
  const close = useCloseMenu()
  const now = {
    search: stringifySearch({ ...search, page: undefined }).slice(1),
    kolom: JSON.stringify(settings),
  }
  const views = data?.rows ?? []
  return (
    <div
      className="columns"
      ref={(panel) => {
        if (data) panel?.querySelector('button')?.focus({ preventScroll: true })
      }}
    >
      {isPending && <span className="skeleton" />}
      {isError && <p className="dim">Tidak dapat dimuat</p>}
      {data && views.length === 0 && <p className="dim">Belum ada tampilan tersimpan</p>}
      {views.map((v) => (
        <div key={v.id}>
          <button
            type="button"
            className="menuItem"
            aria-current={v.search === now.search || undefined}
            onClick={() => {
              close()
              set(readList(v.kolom))
              void navigate({ to: '.', search: parseSearch(v.search) as never })
            }}
          >
            <span className="cut">{v.nama}</span>
          </button>
          <button
            type="button"
            className="iconButton"
            aria-label={`Perbarui ${v.nama}`}
            title="Simpan yang tampil sekarang di sini"
            onClick={() =>
              update.mutate(
                { id: v.id, input: { ...now, versi: v.versi } },
                { onSuccess: () => toast(`Tampilan ${v.nama} diperbarui`) },
              )
            }
          >
            <IconDeviceFloppy size={15} aria-hidden />
          </button>
          <button
            type="button"
            className="iconButton"
            aria-label={`Ubah nama ${v.nama}`}
            onClick={() => {
              close()
              name(v.id)
            }}
          >
            <IconPencil size={15} aria-hidden />
          </button>
          <button
            type="button"
            className="iconButton"
            aria-label={`Hapus ${v.nama}`}
            onClick={() => {
              close()
              void confirm({
                title: `Hapus ${v.nama}?`,
                body: 'Hanya tampilannya yang dihapus, datanya tidak.',
                confirm: 'Hapus',
                danger: true,
              }).then((yes) => {
                if (yes) hapus(v)
              })
            }}
          >
            <IconTrash size={15} aria-hidden />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="menuItem"
        onClick={() => {
          close()
          name(0)
        }}
      >
        Simpan tampilan ini
      </button>
    </div>
  )
}
