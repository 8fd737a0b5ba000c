/** Panel with the secret links by which calendar apps subscribe to lessons. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '#contract/call.ts'
import type { feedList } from '#contract/schedule/feedCalls.ts'
import { FeedList, MakeFeed, RevokeFeed } from '#src/data/calls.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { waktu } from '#src/ui/format/format.ts'
import { LinkDialog } from '#src/ui/overlay/LinkDialog.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

type Owner = CallOutput<typeof feedList>[number]

const OwnerLink = ({ owner: { id, name, sendiri, dibuat } }: { owner: Owner }) => {
  const make = MakeFeed.useMutation({ params: { id } })
  const revoke = RevokeFeed.useMutation({ params: { id } })
  const [url, show] = useState<string>()
  const scheduleName = sendiri ? 'Jadwal saya' : `Jadwal ${name}`
  const renew = async () => {
    const may =
      dibuat === null ||
      (await confirm({
        title: `Buat tautan baru untuk ${name}?`,
        body: 'Tautan yang lama tidak berlaku lagi: kalender yang memakainya harus ditambahkan ulang.',
        confirm: 'Buat tautan baru',
      }))
    if (may) make.mutate({}, { onSuccess: (answer) => show(answer.url) })
  }
  const end = async () => {
    if (
      await confirm({
        title: `Cabut tautan kalender ${name}?`,
        body: 'Kalender yang memakainya tidak lagi menerima jadwal.',
        confirm: 'Cabut',
        danger: true,
      })
    )
      revoke.mutate({}, { onSuccess: () => toast(`Tautan kalender ${name} dicabut`) })
  }
  return (
    <Group component="li" justify="space-between" gap="0.6rem">
      <div>
        <b>{scheduleName}</b>
        <Text c="dimmed">{dibuat ? `Tautan dibuat ${waktu(dibuat)}` : 'Belum ada tautan'}</Text>
      </div>
      <Group gap="0.6rem">
        <Button
          variant="default"
          loading={make.isPending}
          aria-label={`${dibuat ? 'Buat tautan baru' : 'Buat tautan'}: ${scheduleName}`}
          onClick={() => void renew()}
        >
          {dibuat ? 'Buat tautan baru' : 'Buat tautan'}
        </Button>
        {dibuat && (
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            loading={revoke.isPending}
            aria-label={`Cabut: ${scheduleName}`}
            onClick={() => void end()}
          >
            Cabut
          </Button>
        )}
      </Group>
      {url && (
        <LinkDialog title={`Tautan kalender ${name}`} url={url} close={() => show(undefined)}>
          Di Google Calendar pilih Tambahkan kalender lain, Dari URL. Di iPhone pilih Tambah
          Kalender Langganan. Tautan ini tidak ditampilkan lagi, dan siapa pun yang memilikinya
          dapat membaca jadwal: simpan untuk Anda sendiri.
        </LinkDialog>
      )}
    </Group>
  )
}

/** Panel with calendar links. It is shown only to users with lessons and to payers of students. */
export const KalenderPanel = () => {
  const owners = FeedList.useSuspenseData({})
  if (owners.length === 0) return null
  return (
    <Panel title="Kalender">
      <Text mt={0} mb="md">
        Tampilkan jadwal di Google Calendar atau di ponsel Anda. Perubahan jadwal ikut terbawa.
      </Text>
      <Stack component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {owners.map((owner) => (
          <OwnerLink key={owner.id} owner={owner} />
        ))}
      </Stack>
    </Panel>
  )
}
