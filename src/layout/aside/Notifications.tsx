import { Button, Group, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { atom, useAtom } from 'jotai'
import type { MouseEvent } from 'react'
import type { pemberitahuan } from '#contract/access/noticeCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { BacaPemberitahuan, Pemberitahuan, readOne } from '#src/data/notices.ts'
import { Sample, Samples } from '#src/layout/aside/Samples.tsx'
import type { Place } from '#src/state/place.ts'
import { timeAgo } from '#src/ui/format/format.ts'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import { useClosePopup } from '#src/ui/overlay/Menu.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import classes from './Notifications.module.css'

type Notice = CallOutput<typeof pemberitahuan>['baris'][number]
const noticePlace = (tujuan: NonNullable<Notice['tujuan']>): Place =>
  tujuan.id === null ? { to: tujuan.to } : { to: tujuan.to, search: { id: tujuan.id } }

/** Entry of a notice. Opening the notice marks it as read. */
const Entry = ({ notice, read }: { notice: Notice; read: (id: number) => void }) => {
  const close = useClosePopup()
  const { id, teks, dibaca, tujuan, created_at } = notice
  const text = (
    <>
      {!dibaca && <span className="sr">Belum dibaca: </span>}
      {teks}
    </>
  )
  return (
    <Group component="li" gap="sm" wrap="nowrap" mih={40} align="flex-start">
      <span className={classes.dot} data-unread={!dibaca || undefined} aria-hidden />
      <Stack gap={0} flex={1} miw={0} fz="0.9062rem" lh={1.35} fw={dibaca ? undefined : 600}>
        {tujuan ? (
          <PlaceLink
            {...noticePlace(tujuan)}
            className={classes.link}
            onClick={() => {
              if (!dibaca) read(id)
              close()
            }}
          >
            {text}
          </PlaceLink>
        ) : (
          <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
        )}
        <Text span size="sm" c="dimmed">
          {timeAgo(created_at)}
        </Text>
      </Stack>
    </Group>
  )
}

/** Notices of the user, newest first. */
export const Notifications = () => {
  const { baris, belum_dibaca, contoh } = Pemberitahuan.useSuspenseData({})
  const baca = BacaPemberitahuan.useMutation()
  if (contoh) return <SampleNotices />
  return (
    <>
      <Group justify="space-between" px="xs" pb={4}>
        <b>Notifikasi</b>
        {belum_dibaca > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={baca.isPending}
            onClick={() => baca.mutate({})}
          >
            Tandai semua dibaca
          </Button>
        )}
      </Group>
      {baris.length === 0 ? (
        <Text c="dimmed" p="xs">
          No new ones!
        </Text>
      ) : (
        <div className={classes.list}>
          <Samples>
            {baris.map((notice) => (
              <Entry key={notice.id} notice={notice} read={readOne} />
            ))}
          </Samples>
        </div>
      )}
    </>
  )
}

/** Texts of the sample notices. No feature of the app creates such notices. */
const samples = atom(
  [
    'Pengikut baru: Ayu Lestari',
    'Pendaftaran baru menunggu',
    'Pesanan baru diterima',
    'Cadangan data selesai',
  ].map((text, i) => ({ id: i, text, when: `${[3, 15, 30, 60][i]} menit lalu` })),
)

/**
 * Sample notices that can be dismissed singly, shown in the demo school while it has no notices.
 */
const SampleNotices = () => {
  const [list, setList] = useAtom(samples)
  const dismiss = (id: number, { currentTarget }: MouseEvent<HTMLElement>) => {
    // Moves the focus to a neighbouring entry before this entry is removed, as the focus would be
    // lost otherwise.
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
