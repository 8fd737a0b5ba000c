import { Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { atom, useAtom } from 'jotai'
import type { MouseEvent } from 'react'
import { Sample, Samples } from '#src/layout/Samples.tsx'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'

/** Static samples (specification section 2): no feature stands behind them. */
const samples = atom(
  [
    'Pengikut baru: Ayu Lestari',
    'Pendaftaran baru menunggu',
    'Pesanan baru diterima',
    'Cadangan data selesai',
  ].map((text, i) => ({ id: i, text, when: `${[3, 15, 30, 60][i]} menit lalu` })),
)

/** Entries that go one by one. */
export const Notifications = () => {
  const [list, setList] = useAtom(samples)
  const dismiss = (id: number, { currentTarget }: MouseEvent<HTMLElement>) => {
    // To the next one before this one goes, or the keys would be without a place.
    const entry = currentTarget.closest('li')
    const next = entry?.nextElementSibling ?? entry?.previousElementSibling
    const to = next?.querySelector('button') ?? currentTarget.closest<HTMLElement>('[role=group]')
    to?.focus()
    setList(list.filter((n) => n.id !== id))
  }
  return (
    <>
      <Group justify="space-between" px="xs" pb={4}>
        <b>Notifikasi</b>
        <Text size="sm" c="dimmed">
          Contoh
        </Text>
      </Group>
      {list.length === 0 ? (
        <Text c="dimmed" p="xs">
          No new ones!
        </Text>
      ) : (
        <Samples>
          {list.map(({ id, text, when }) => (
            <Sample
              key={id}
              text={text}
              note={when}
              after={
                <IconButton
                  label={`Hapus notifikasi ${text}`}
                  icon={IconX}
                  size={28}
                  onClick={(e) => dismiss(id, e)}
                />
              }
            />
          ))}
        </Samples>
      )}
    </>
  )
}
