/**
 * Panel with the held slot (weekly time kept for a lead or applicant), its remaining time, and
 * buttons to extend and release it.
 */
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { CallOutput } from '#contract/call.ts'
import { Hari } from '#contract/enums.ts'
import type { holdSlot } from '#contract/sales/slotCalls.ts'
import { makeStale } from '#src/data/api/queryClient.ts'
import { ProlongSlot, ReleaseSlot } from '#src/data/calls.ts'
import type { State } from '#src/routes/_app/sales/-activationAutosave.tsx'
import { HoldError, useHold } from '#src/routes/_app/sales/-activationSearch.tsx'
import { confirm, showFailure, toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { jamSpan, tanggalWithDay, waktu } from '#src/ui/format/format.ts'
import { Facts } from '#src/ui/record/Facts.tsx'

export type Slot = CallOutput<typeof holdSlot>['slot']
const second = 1000
/** Returns the current time in ms, updated every second. */
const useNow = (): number => {
  const [time, setTime] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setTime(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  return time
}
/** Formats a duration in ms as `1 hari 3 jam 20 menit`. Below one hour, seconds are included. */
const remaining = (ms: number): string => {
  const s = Math.floor(ms / second)
  const [days, hours] = [Math.floor(s / 86_400), Math.floor((s % 86_400) / 3600)]
  const [minutes, seconds] = [Math.floor((s % 3600) / 60), s % 60]
  if (s < 3600) return `${minutes} menit ${seconds} detik`
  return `${days > 0 ? `${days} hari ` : ''}${hours} jam ${minutes} menit`
}

const Countdown = ({ slot }: { slot: Slot }) => {
  const timeLeft = Date.parse(slot.sampai_at) - useNow()
  if (timeLeft <= 0 || slot.habis)
    return (
      <Note tone="orange" role="status">
        Waktu pesanan sudah habis: jam ini boleh diambil orang lain. Pilih lagi selagi kosong.
      </Note>
    )
  return (
    <Text role="timer" aria-live="off">
      Dipesan sampai {waktu(slot.sampai_at, slot.gedung.zona_waktu)}, tersisa{' '}
      <b>{remaining(timeLeft)}</b>
    </Text>
  )
}

export const HeldSlot = ({ state, slot }: { state: State; slot: Slot }) => {
  const { hold, busy, error } = useHold(state)
  const [sending, setSending] = useState(false)
  const label = `${Hari.label(slot.hari)} ${jamSpan(slot.jam_mulai, slot.jam_selesai)}, ${slot.pelatih.name}`
  const run = async (send: () => Promise<unknown>, done: string) => {
    setSending(true)
    try {
      await send()
      toast(done)
    } catch (failure) {
      showFailure(failure)
    } finally {
      setSending(false)
      makeStale(['lead'])
    }
  }
  const release = async () => {
    const body = 'Slot ini segera terlihat kosong bagi semua orang.'
    if (!(await confirm({ title: `Lepas ${label}?`, body, confirm: 'Lepas slot' }))) return
    await run(() => ReleaseSlot.send({ id: slot.id }), 'Slot dilepas')
  }
  const again = () => {
    const { kelas, kursus, gedung, pelatih, ruang, hari, jam_mulai, mulai } = slot
    const hour = { kursus_id: kursus.id, gedung_id: gedung.id, pelatih_id: pelatih.id }
    const place = kelas
      ? { kursus_pelatih_id: kelas.id }
      : { ...hour, ruang_id: ruang.id, hari, jam_mulai }
    void hold({ label, mulai, ...place })
  }
  return (
    <>
      <Facts
        items={[
          ['Kursus', slot.kursus.nama],
          ['Waktu', `${Hari.label(slot.hari)} ${jamSpan(slot.jam_mulai, slot.jam_selesai)}`],
          ['Guru', slot.pelatih.name],
          ['Ruang', `${slot.ruang.nama}, ${slot.gedung.nama}`],
          ['Kelas', slot.kelas?.nama ?? 'Kelas baru pada jam ini'],
          ['Mulai', tanggalWithDay(slot.mulai)],
        ]}
      />
      <Countdown slot={slot} />
      <HoldError error={error} />
      <Group gap="xs" mt="xs">
        {slot.habis && (
          <Button onClick={again} loading={busy}>
            Pilih lagi
          </Button>
        )}
        {!slot.habis && (
          <Button
            variant="default"
            disabled={!slot.boleh_diperpanjang || sending}
            title={slot.boleh_diperpanjang ? undefined : 'Slot ini sudah pernah diperpanjang'}
            onClick={() =>
              void run(
                () => ProlongSlot.send({ id: slot.id, versi: slot.versi }),
                'Jam dipesan lebih lama',
              )
            }
          >
            Perpanjang
          </Button>
        )}
        <Button variant="default" disabled={sending} onClick={() => void release()}>
          Lepas, pilih jadwal lain
        </Button>
      </Group>
    </>
  )
}
