import '#src/styles/setting.css'
/** A group of settings as a form: one save, what is dangerous is asked first, others' changes side by side. */
import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { metaOf } from '#contract/fields.ts'
import { formatTanggal, hariIni } from '#contract/rules/tanggal.ts'
import {
  bukaBuku,
  isSettingKey,
  kunciGrup,
  sebutPengingat,
  settings,
  TipeDenda,
  type GrupSetting,
  type SettingKey,
} from '#contract/settings.ts'
import { ApiError } from '#src/data/http.ts'
import { SettingList, SettingNomor, SettingSimpan, type SettingRow } from '#src/data/setting.ts'
import { Pratinjau } from '#src/routes/_app/-settingPratinjau.tsx'
import { askReason, confirm, showError, toast } from '#src/state/feedback.ts'
import type { Clash } from '#src/ui/form/Conflict.tsx'
import { Conflict } from '#src/ui/form/Conflict.tsx'
import { FieldControl, NumberField, RupiahInput } from '#src/ui/form/controls.tsx'
import { Frame } from '#src/ui/form/FormBody.tsx'
import { createStore, same, tidy } from '#src/ui/form/store.ts'
import { useFormField, useFormStore } from '#src/ui/form/useForm.ts'
import { waktu } from '#src/ui/format.ts'
import { kataNilai } from '#src/ui/kata.ts'

type Nilai = Record<string, unknown>
const nilaiDari = (rows: readonly SettingRow[]): Nilai =>
  Object.fromEntries(rows.map((r) => [r.key, r.value]))
const versiDari = (rows: readonly SettingRow[]) =>
  Object.fromEntries(rows.map((r) => [r.key, r.versi]))
/** What a conflict tells of those that somebody else changed. */
const Bentrok = z.object({
  nilai: z.record(z.string(), z.unknown()),
  versi: z.record(z.string(), z.int()),
})
const schemaOf = (key: SettingKey): z.ZodMiniType => settings[key].schema

/** Last questions before something that is hard to take back. Answers the reason where one was asked for, undefined to stay. */
const tanyakan = async (
  input: Nilai,
  lama: Nilai,
): Promise<{ alasan: string | null } | undefined> => {
  const terkunci = lama.kunci_buku_sampai
  if ('kunci_buku_sampai' in input) {
    const next = input.kunci_buku_sampai
    if (typeof terkunci === 'string' && bukaBuku(terkunci, next)) {
      const alasan = await askReason({
        title: 'Buka kembali buku?',
        body: `Buku terkunci sampai ${formatTanggal(terkunci)}. Setelah disimpan, transaksi ${typeof next === 'string' ? `sesudah ${formatTanggal(next)}` : 'bertanggal berapa pun'} dapat dicatat dan dibatalkan lagi, juga bila sudah dilaporkan.`,
        confirm: 'Buka kembali',
        danger: true,
      })
      return alasan === null ? undefined : { alasan }
    }
    if (
      typeof next === 'string' &&
      next >= hariIni() &&
      !(await confirm({
        title: `Kunci buku sampai ${formatTanggal(next)}?`,
        body: 'Tanggal itu belum lewat: penerbitan dan pembayaran hari ini pun akan ditolak.',
        confirm: 'Kunci buku',
        danger: true,
      }))
    )
      return undefined
  }
  const formats = (['tagihan', 'kuitansi'] as const).filter(
    (jenis) => `format_nomor_${jenis}` in input,
  )
  if (formats.length > 0) {
    const { seri } = await SettingNomor.baca({ tanggal: hariIni() })
    const ada = seri.filter((x) => formats.includes(x.jenis) && x.tahun_ini > 0)
    const yakin =
      ada.length === 0 ||
      (await confirm({
        title: 'Ganti format nomor?',
        body: `Tahun ini sudah ada ${ada.map((x) => `${x.tahun_ini} nomor ${x.jenis}`).join(' dan ')}. Nomor itu tidak berubah; yang berikutnya memakai bentuk baru, dan nomor urutnya dapat mulai dari 1 lagi.`,
        confirm: 'Ganti format',
      }))
    if (!yakin) return undefined
  }
  return { alasan: null }
}

export const GrupForm = ({ grup, kunci }: { grup: GrupSetting; kunci: string | undefined }) => {
  const all = SettingList.useData({})
  const keys: readonly SettingKey[] = kunciGrup(grup)
  const rows = all.filter((r) => isSettingKey(r.key) && keys.includes(r.key))
  const kirim = SettingSimpan.useSend({ quiet: true })
  const [store] = useState(() =>
    createStore(z.object(Object.fromEntries(keys.map((k) => [k, schemaOf(k)]))), nilaiDari(rows)),
  )
  const [versi, setVersi] = useState(() => versiDari(rows))
  const [clash, setClash] = useState<Clash>()
  // A second press comes before the first is drawn as pending.
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  // What another tab has saved comes in while nothing is typed here; else the save tells of it.
  const segarkan = useEffectEvent(() => {
    if (store.dirty() || sending.current) return
    store.rebase(nilaiDari(rows), nilaiDari(rows))
    setVersi(versiDari(rows))
  })
  useEffect(() => segarkan(), [all])
  useEffect(() => {
    if (kunci !== undefined)
      document
        .querySelector<HTMLElement>(
          `[data-setting="${kunci}"] :is(input, select, textarea, button)`,
        )
        ?.focus()
  }, [kunci])

  const simpan = async () => {
    if (sending.current) return
    const [values, base] = [store.values(), store.initial()]
    const errors: Record<string, string> = {}
    const input: Nilai = {}
    for (const key of keys) {
      const schema = schemaOf(key)
      const value = tidy(schema, values[key])
      if (same(value, base[key])) continue
      const parsed = z.safeParse(schema, value)
      if (parsed.success) input[key] = parsed.data
      else
        for (const issue of parsed.error.issues.toReversed())
          errors[[key, ...issue.path].join('.')] = issue.message
    }
    store.setErrors(errors)
    if (Object.keys(errors).length > 0) return
    if (Object.keys(input).length === 0) return toast('Tidak ada yang diubah')
    sending.current = true
    setBusy(true)
    try {
      const yakin = await tanyakan(input, base)
      if (!yakin) return
      const saved = await kirim.mutateAsync({
        perubahan: Object.entries(input).map(([key, value]) => ({
          key,
          value,
          versi: versi[key] ?? 0,
        })),
        alasan: yakin.alasan,
      })
      const next = { ...base, ...nilaiDari(saved) }
      store.rebase(next, next)
      setVersi({ ...versi, ...versiDari(saved) })
      setClash(undefined)
      toast(
        saved.length === 1 ? `${saved[0]?.label} disimpan` : `${saved.length} pengaturan disimpan`,
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      gagal(error, values, base)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  /** Theirs come in where nothing was typed; where both changed a setting, the person chooses. */
  const gagal = (error: ApiError, mine: Nilai, base: Nilai) => {
    if (error.fields.length > 0)
      return store.setErrors(
        Object.fromEntries(error.fields.toReversed().map((f) => [f.field, f.message])),
      )
    const parsed =
      error.status === 409 && error.current ? z.safeParse(Bentrok, error.current) : undefined
    if (parsed?.success) {
      const { nilai } = parsed.data
      const both = Object.keys(nilai).filter((k) => !same(mine[k], nilai[k]))
      setClash({ message: error.message, when: '', both, quiet: [], mine, current: nilai })
      setVersi({ ...versi, ...parsed.data.versi })
      return store.rebase(
        { ...base, ...nilai },
        {
          ...mine,
          ...Object.fromEntries(Object.entries(nilai).filter(([k]) => !both.includes(k))),
        },
      )
    }
    if (error.status !== 401 && error.status !== 0) showError(error)
  }
  const batal = async () => {
    if (
      store.dirty() &&
      !(await confirm({
        title: 'Buang perubahan?',
        body: 'Isian kembali seperti yang tersimpan.',
        confirm: 'Buang',
        cancel: 'Tetap di sini',
        danger: true,
      }))
    )
      return
    store.setErrors({})
    store.rebase(store.initial(), store.initial())
  }
  return (
    <Frame
      store={store}
      submit={() => void simpan()}
      cancel={() => void batal()}
      busy={busy}
      top={clash && clash.both.length > 0 && <Conflict clash={clash} store={store} />}
    >
      {rows.flatMap((row) =>
        isSettingKey(row.key) ? [<Baris key={row.key} kunci={row.key} row={row} />] : [],
      )}
      <Pratinjau grup={grup} />
    </Frame>
  )
}

const Baris = ({ kunci, row }: { kunci: SettingKey; row: SettingRow }) => {
  const store = useFormStore()
  const { value } = useFormField(kunci)
  const { label, awal } = settings[kunci]
  const meta = metaOf(schemaOf(kunci))
  const wide = kunci === 'denda_tier' || kunci === 'pengingat_hari' || meta?.control === 'file'
  // A default of nothing is what emptying does.
  const beda = awal !== null && !same(tidy(schemaOf(kunci), value), awal)
  return (
    <div className={wide ? 'setting wide' : 'setting'} data-setting={kunci}>
      {kunci === 'denda_tier' ? (
        <Denda />
      ) : kunci === 'pengingat_hari' ? (
        <Pengingat />
      ) : (
        <FieldControl name={kunci} wide required={meta?.control === 'switch' ? false : undefined} />
      )}
      <div className="settingNote">
        {beda && (
          <button type="button" onClick={() => store.set(kunci, awal)}>
            <span className="sr">{label}: </span>Kembalikan ke bawaan ({kataNilai(awal, meta)})
          </button>
        )}
        {row.updated_at && (
          <span>
            Diubah {row.diubah_oleh ?? 'sistem'}, {waktu(row.updated_at)}
          </span>
        )}
      </div>
    </div>
  )
}

/** A list of rows under its label, with what it does and what is wrong with it. */
const Daftar = ({
  kunci,
  tambah,
  tombol,
  children,
}: {
  kunci: SettingKey
  tambah: () => void
  tombol: string
  children: ReactNode
}) => {
  const { error } = useFormField(kunci)
  const { label, ket } = settings[kunci]
  return (
    <fieldset className="settingList" data-field={kunci} data-invalid={error ? true : undefined}>
      <legend>{label}</legend>
      <p className="dim" style={{ margin: 0, fontSize: '.8125rem' }}>
        {ket}
      </p>
      <div className="rows">{children}</div>
      {error && (
        <div className="fieldError" role="alert">
          {error}
        </div>
      )}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={tambah}
        >
          {tombol}
        </Button>
      </div>
    </fieldset>
  )
}
const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const num = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const Hapus = ({ label, run }: { label: string; run: () => void }) => (
  <Button variant="default" aria-label={label} onClick={run}>
    Hapus
  </Button>
)

const Pengingat = () => {
  const { value, set } = useFormField('pengingat_hari')
  const days: unknown[] = Array.isArray(value) ? value : []
  const ganti = (i: number, next: unknown) => set(days.map((d, at) => (at === i ? next : d)))
  const maks = Math.max(0, ...days.flatMap((d) => (typeof d === 'number' ? [d] : [])))
  return (
    <Daftar
      kunci="pengingat_hari"
      tombol="Tambah pengingat"
      tambah={() => set([...days, maks + 7])}
    >
      {days.map((day, i) => (
        <Hari
          key={i}
          ke={i}
          day={day}
          ganti={(next) => ganti(i, next)}
          hapus={() => set(days.filter((_, at) => at !== i))}
        />
      ))}
    </Daftar>
  )
}
const Hari = ({
  ke,
  day,
  ganti,
  hapus,
}: {
  ke: number
  day: unknown
  ganti: (next: unknown) => void
  hapus: () => void
}) => {
  const { error } = useFormField(`pengingat_hari.${ke}`)
  // 0 lies on neither side: which one is shown is remembered.
  const [sebelum, setSebelum] = useState(typeof day === 'number' && day < 0)
  const besar = typeof day === 'number' ? Math.abs(day) : null
  const tanda = (n: unknown, lebihAwal: boolean) =>
    typeof n === 'number' ? (lebihAwal ? -Math.abs(n) || 0 : Math.abs(n)) : n
  return (
    <div className="row">
      <NumberField
        name={`pengingat_hari.${ke}`}
        label={`Pengingat ${ke + 1}`}
        satuan="hari"
        value={besar}
        error={error}
        onChange={(n) => ganti(tanda(n, sebelum))}
      />
      <NativeSelect
        label="Kapan"
        aria-label={`Kapan pengingat ${ke + 1}`}
        value={sebelum ? 'sebelum' : 'sesudah'}
        data={[
          { value: 'sebelum', label: 'sebelum jatuh tempo' },
          { value: 'sesudah', label: 'sesudah jatuh tempo' },
        ]}
        onChange={(e) => {
          const awal = e.currentTarget.value === 'sebelum'
          setSebelum(awal)
          ganti(tanda(day, awal))
        }}
      />
      <Hapus
        label={`Hapus pengingat ${typeof day === 'number' ? sebutPengingat(day).toLowerCase() : ke + 1}`}
        run={hapus}
      />
    </div>
  )
}

const Denda = () => {
  const { value, set } = useFormField('denda_tier')
  const tiers = Array.isArray(value) ? value.filter(isRow) : []
  // The step before ends where the new one begins.
  const tambah = () => {
    const last = tiers.at(-1)
    const akhir = last ? (num(last.sampai) ?? (num(last.dari_hari) ?? 0) + 9) : 0
    set([
      ...tiers.map((t) => (t === last ? { ...t, sampai: akhir } : t)),
      {
        dari_hari: akhir + 1,
        sampai: null,
        tipe: 'persen',
        nilai: last?.tipe === 'persen' ? last.nilai : 500,
      },
    ])
  }
  return (
    <Daftar kunci="denda_tier" tombol="Tambah tingkat denda" tambah={tambah}>
      {tiers.map((tier, i) => (
        <Tingkat
          key={i}
          ke={i}
          persen={tier.tipe === 'persen'}
          ganti={(next) => set(tiers.map((t, at) => (at === i ? { ...t, ...next } : t)))}
          hapus={() => set(tiers.filter((_, at) => at !== i))}
        />
      ))}
    </Daftar>
  )
}
const Tingkat = ({
  ke,
  persen,
  ganti,
  hapus,
}: {
  ke: number
  persen: boolean
  ganti: (next: Record<string, unknown>) => void
  hapus: () => void
}) => {
  const nilai = useFormField(`denda_tier.${ke}.nilai`)
  const besar = {
    name: `denda_tier.${ke}.nilai`,
    label: 'Besar denda',
    value: num(nilai.value),
    error: nilai.error,
    required: true,
    onChange: nilai.set,
  }
  return (
    <div className="row">
      <FieldControl name={`denda_tier.${ke}.dari_hari`} />
      <FieldControl name={`denda_tier.${ke}.sampai`} />
      <NativeSelect
        label="Bentuk"
        value={persen ? 'persen' : 'nominal'}
        data={TipeDenda.options.map((o) => ({ value: o.value, label: o.label }))}
        onChange={(e) => ganti({ tipe: e.currentTarget.value, nilai: '' })}
      />
      {persen ? <NumberField {...besar} scale={100} satuan="%" /> : <RupiahInput {...besar} />}
      <Hapus label={`Hapus tingkat denda ${ke + 1}`} run={hapus} />
    </div>
  )
}
