/** Secret links under which a phone's calendar reads lessons. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '#contract/call.ts'
import type { feedList } from '#contract/schedule/feedCalls.ts'
import { FeedList, MakeFeed, RevokeFeed } from '#src/data/calls.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { waktu } from '#src/ui/format/format.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

type Owner = CallOutput<typeof feedList>[number]

/** The link is shown this once: the server keeps its hash only. */
const LinkDialog = ({ name, url, close }: { name: string; url: string; close: () => void }) => {
  const copy = async () => {
    // Without https there is no clipboard at all.
    try {
      await navigator.clipboard.writeText(url)
      toast(`Tautan kalender ${name} disalin`)
    } catch {
      toast('Tidak dapat menyalin: pilih teksnya dan salin sendiri', { tone: 'red' })
    }
  }
  return (
    <Dialog title={`Tautan kalender ${name}`} close={close} closeButton size="lg">
      <Stack>
        <p style={{ margin: 0 }}>
          Di Google Calendar pilih Tambahkan kalender lain, Dari URL. Di iPhone pilih Tambah
          Kalender Langganan. Tautan ini tidak ditampilkan lagi, dan siapa pun yang memilikinya
          dapat membaca jadwal: simpan untuk Anda sendiri.
        </p>
        <TextInput
          label="Tautan"
          value={url}
          readOnly
          onFocus={(e) => e.currentTarget.select()}
          data-autofocus
        />
        <Group justify="flex-end" gap="0.6rem" pt="xs">
          <Button variant="default" onClick={close}>
            Tutup
          </Button>
          <Button onClick={() => void copy()}>Salin tautan</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const OwnerLink = ({ owner: { id, name, sendiri, dibuat } }: { owner: Owner }) => {
  const make = MakeFeed.useSend({ params: { id } })
  const revoke = RevokeFeed.useSend({ params: { id } })
  const [url, show] = useState<string>()
  const whose = sendiri ? 'Jadwal saya' : `Jadwal ${name}`
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
        <b>{whose}</b>
        <Text c="dimmed">{dibuat ? `Tautan dibuat ${waktu(dibuat)}` : 'Belum ada tautan'}</Text>
      </div>
      <Group gap="0.6rem">
        <Button
          variant="default"
          loading={make.isPending}
          aria-label={`${dibuat ? 'Buat tautan baru' : 'Buat tautan'}: ${whose}`}
          onClick={() => void renew()}
        >
          {dibuat ? 'Buat tautan baru' : 'Buat tautan'}
        </Button>
        {dibuat && (
          <Button
            variant="default"
            c="red"
            loading={revoke.isPending}
            aria-label={`Cabut: ${whose}`}
            onClick={() => void end()}
          >
            Cabut
          </Button>
        )}
      </Group>
      {url && <LinkDialog name={name} url={url} close={() => show(undefined)} />}
    </Group>
  )
}

/** For who has lessons, or pays for somebody's; nothing for anybody else. */
export const KalenderPanel = () => {
  const owners = FeedList.useData({})
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
