/**
 * Form that sends a bill by WhatsApp or mail. The text comes from the settings and can be edited.
 */
import { Anchor, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BillTemplate, type BillTemplateKey } from '#contract/billing/rules/paper/billText.ts'
import { KanalPesan } from '#contract/billing/shareCalls.ts'
import { ApiError } from '#src/data/api/http.ts'
import { SendShare } from '#src/data/calls.ts'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { phoneText, timeAgo } from '#src/ui/format/format.ts'
import { selectArrow } from '#src/ui/list/Tool.tsx'
import { useKeys } from '#src/ui/record/useKeys.ts'
import type { Bill } from '../-bill.tsx'
import { sendKey } from '../-billActions.ts'
import type { Detail } from './shareLinks.tsx'

type Channel = (typeof KanalPesan.options)[number]['value']
const isMail = (template: BillTemplateKey) => template.startsWith('mail_')

/**
 * Returns the recipients that can be reached by a channel, each with the mail address or phone
 * number that this channel uses.
 */
const reachedBy = (detail: Detail, kanal: Channel) =>
  detail.penerima.flatMap(({ nama, phone, email }) => {
    const tujuan = kanal === 'email' ? email : phone
    if (tujuan === null) return []
    const contactText = kanal === 'email' ? tujuan : phoneText(tujuan)
    return [{ nama, tujuan, label: `${nama}, ${contactText}` }]
  })

const usualOf = (detail: Detail, kanal: Channel, isReminder: boolean): BillTemplateKey => {
  if (isReminder) return kanal === 'email' ? 'mail_pengingat' : 'wa_pengingat'
  return kanal === 'email' ? detail.usulan_surat : detail.usulan
}
/**
 * Returns the state of the message form: channel, recipient and text, with the functions that
 * change them.
 */
const useMessage = (detail: Detail, isReminder: boolean) => {
  const first = reachedBy(detail, 'wa_link').length > 0 ? 'wa_link' : 'email'
  const [kanal, setKanal] = useState<Channel>(first)
  const [chosen, setTujuan] = useState<string>()
  const [picked, setTemplat] = useState<BillTemplateKey>()
  const [typed, type] = useState<string>()
  const recipients = reachedBy(detail, kanal)
  const tujuan = recipients.find((r) => r.tujuan === chosen)?.tujuan ?? recipients[0]?.tujuan
  const templates = BillTemplate.options.filter((o) => isMail(o.value) === (kanal === 'email'))
  const usual = usualOf(detail, kanal, isReminder)
  const templat = templates.find((o) => o.value === picked)?.value ?? usual
  const isi = typed ?? detail.teks.find((t) => t.templat === templat)?.isi ?? ''
  const choose = (template: BillTemplateKey) => {
    setTemplat(template)
    type(undefined)
  }
  const change = (channel: Channel) => {
    setKanal(channel)
    type(undefined)
  }
  return { kanal, change, recipients, tujuan, setTujuan, templates, templat, choose, isi, type }
}

/** Opens an empty tab for WhatsApp. The tab gets its address when the server has responded. */
const openTab = (): Window | null => {
  // Must be called directly in the click handler, because browsers block a window that is opened
  // after an asynchronous response.
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return tab
}

const Sent = ({ detail }: { detail: Detail }) => {
  const [last] = detail.pesan
  if (!last) return null
  return (
    <Text c="dimmed">
      Terakhir dikirim {timeAgo(last.dibuat)} kepada {last.nama} oleh {last.oleh}.
    </Text>
  )
}

interface Props {
  bill: Bill
  detail: Detail
  /** Id of the reminder that this form sends; undefined if the form does not send a reminder. */
  reminder: number | undefined
  /** Label of the send button in a queue; undefined outside a queue. */
  label: string | undefined
  /** Opens the next item of the queue; undefined outside a queue. */
  sent: (() => Promise<void>) | undefined
}
export const SendForm = ({ bill, detail, reminder, label, sent }: Props) => {
  const message = useMessage(detail, reminder !== undefined)
  const { kanal, recipients, tujuan, templates, templat, isi } = message
  const send = SendShare.useMutation({ params: { id: bill.id } })
  const [wa, setWa] = useState<string>()
  // Whether the next item of the queue is loading. Meanwhile the send button is disabled, because a
  // second click would send the current item twice.
  const [leaving, setLeaving] = useState(false)
  const client = useQueryClient()
  const refresh = async () => {
    message.type(undefined)
    await client.invalidateQueries({ queryKey: ['billing'] })
    await client.invalidateQueries({ queryKey: ['pengingat'] })
  }
  const leave = async (go: () => Promise<void>) => {
    setLeaving(true)
    try {
      await go()
    } finally {
      setLeaving(false)
    }
  }
  const run = () => {
    if (tujuan === undefined || isi.trim() === '' || send.isPending || leaving) return
    const tab = kanal === 'wa_link' ? openTab() : null
    send.mutate(
      { kanal, tujuan, templat, isi, versi: detail.versi, pengingat_id: reminder },
      {
        onSuccess: (answer) => {
          if (answer.wa && tab) tab.location.href = answer.wa
          else if (answer.wa) return setWa(answer.wa)
          // Shows no toast in a queue, because the toasts of several bills would cover the send
          // button.
          if (sent) return
          toast(kanal === 'email' ? `Tagihan dikirim ke ${tujuan}` : 'WhatsApp dibuka dan dicatat')
        },
        next: (answer) => {
          if (sent && (tab || !answer.wa)) void leave(sent)
        },
        onError: (error) => {
          tab?.close()
          // Status 409 means that the bill or the reminder has changed since the page loaded.
          // Reloads the data and fills in the default text again.
          if (error instanceof ApiError && error.status === 409) void refresh()
        },
      },
    )
  }
  useKeys({ [sendKey]: run })
  if (detail.penerima.every((p) => p.phone === null && p.email === null))
    return (
      <Note tone="orange">
        {bill.nama_tagihan} tidak punya nomor WhatsApp maupun email. Lengkapi data akun billingnya.
      </Note>
    )
  return (
    <Stack>
      <Sent detail={detail} />
      <Fields>
        <NativeSelect
          label="Kirim lewat"
          rightSection={selectArrow}
          value={kanal}
          data={KanalPesan.options.map(({ value, label: name }) => ({
            value,
            label: name,
            disabled: reachedBy(detail, value).length === 0,
          }))}
          onChange={(e) => message.change(e.currentTarget.value === 'email' ? 'email' : 'wa_link')}
        />
        <NativeSelect
          label="Kepada"
          rightSection={selectArrow}
          value={tujuan}
          data={recipients.map((r) => ({ value: r.tujuan, label: r.label }))}
          onChange={(e) => message.setTujuan(e.currentTarget.value)}
        />
        <NativeSelect
          label="Teks"
          rightSection={selectArrow}
          value={templat}
          data={templates.map(({ value, label: name }) => ({ value, label: name }))}
          onChange={(e) => {
            const option = templates.find((o) => o.value === e.currentTarget.value)
            if (option) message.choose(option.value)
          }}
        />
      </Fields>
      <Textarea
        label="Isi pesan"
        description="{tautan} menjadi alamat halaman tagihan saat dikirim."
        autosize
        minRows={5}
        maxLength={2000}
        value={isi}
        onChange={(e) => message.type(e.currentTarget.value)}
      />
      {kanal === 'email' && <Text c="dimmed">PDF tagihan dilampirkan.</Text>}
      {wa && (
        <Note role="status">
          Browser memblokir jendela baru.{' '}
          <Anchor
            href={wa}
            target="_blank"
            rel="noreferrer"
            onClick={() => sent && void leave(sent)}
          >
            Buka WhatsApp
          </Anchor>
        </Note>
      )}
      <Group justify="flex-end">
        <Button
          loading={send.isPending || leaving}
          disabled={isi.trim() === ''}
          aria-keyshortcuts={sendKey}
          title={`Tombol ${sendKey}`}
          onClick={run}
        >
          {label ?? (kanal === 'email' ? 'Kirim email' : 'Buka WhatsApp')}
        </Button>
      </Group>
    </Stack>
  )
}
