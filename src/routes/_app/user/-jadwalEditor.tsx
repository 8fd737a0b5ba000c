import '#src/styles/bagian.css'
import '#src/styles/jadwal.css'
/**
 * The coach grid: a week painted by mouse, finger or keys, saved as one. The week is a text of 175 digits (contract/rules/jadwal.ts) in the
 * store of the form kit, whose frame brings Simpan, the guard of unsaved changes and the errors.
 */
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconCopy } from '@tabler/icons-react'
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import * as z from 'zod/mini'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import {
  akhirSlot,
  formatRentang,
  isiSlot,
  jamSlot,
  letak,
  mingguKosong,
  rentang,
  slotDari,
  slotKelas,
  statusDi,
  type HariKe,
  type StatusSlot,
} from '#contract/rules/jadwal.ts'
import { formatJam } from '#contract/rules/tanggal.ts'
import { JadwalPelatih, UbahJadwalPelatih } from '#src/data/calls.ts'
import { ApiError } from '#src/data/http.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { kelasPerSlot } from '#src/routes/_app/user/-jadwalMinggu.tsx'
import { showError } from '#src/state/feedback.ts'
import { Frame } from '#src/ui/form/FormBody.tsx'
import { createStore, type FormStore } from '#src/ui/form/store.ts'
import { waktu } from '#src/ui/format.ts'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'

const schema = z.object({ minggu: z.string() })
const hari = Hari.options.map((o) => o.value)
const statuses = SlotPelatih.options.map((o) => o.value)
interface Letak {
  hari: HariKe
  ke: number
}
const kunci = (at: Letak) => `${at.hari} ${at.ke}`
/** The slots between two corners. */
const kotak = (a: Letak, b: Letak): Letak[] => {
  const [h1, h2, k1, k2] = [
    Math.min(a.hari, b.hari),
    Math.max(a.hari, b.hari),
    Math.min(a.ke, b.ke),
    Math.max(a.ke, b.ke),
  ]
  return hari
    .filter((h) => h >= h1 && h <= h2)
    .flatMap((h) => jamSlot.flatMap((_, ke) => (ke >= k1 && ke <= k2 ? [{ hari: h, ke }] : [])))
}
/** `Senin–Rabu 08.00–10.30` */
const sebut = (a: Letak, b: Letak): string => {
  const [h1, h2, k1, k2] = [
    Math.min(a.hari, b.hari),
    Math.max(a.hari, b.hari),
    Math.min(a.ke, b.ke),
    Math.max(a.ke, b.ke),
  ]
  return `${Hari.label(h1)}${h2 > h1 ? `–${Hari.label(h2)}` : ''} ${formatJam(jamSlot[k1] ?? '')}–${formatJam(akhirSlot(jamSlot[k2] ?? ''))}`
}
const slotOf = (element: Element | null): Letak | undefined => {
  const { hari: h, ke } = element?.closest<HTMLElement>('td[data-ke]')?.dataset ?? {}
  const found = hari.find((x) => String(x) === h)
  return found && ke !== undefined ? { hari: found, ke: Number(ke) } : undefined
}
const jamDari = (n: number) => `${String(n / 2).replace('.', ',')} jam`
const berapa = (minggu: string, status: StatusSlot) =>
  jamDari([...minggu].filter((d) => d === String(status)).length)

/** What somebody else saved meanwhile, beside what was painted here. */
interface Beda {
  pesan: string
  kapan: string
  dasar: string
  saya: string
  kini: string
}
const bedaSlot = ({ dasar, saya, kini }: Beda) =>
  rentang((h, ke) => {
    const at = letak(h, ke)
    return saya[at] !== dasar[at] && kini[at] !== dasar[at] && saya[at] !== kini[at]
      ? `${saya[at]}${kini[at]}`
      : undefined
  })

export const EditorJadwal = ({
  id,
  onSaved,
  onCancel,
}: {
  id: number
  onSaved: () => void
  onCancel: () => void
}) => {
  const data = JadwalPelatih.useData({ id })
  const kirim = UbahJadwalPelatih.useSend({ quiet: true, params: { id } })
  const [store] = useState(() => createStore(schema, { minggu: isiSlot(mingguKosong, data.slot) }))
  const minggu = String(useSyncExternalStore(store.subscribe, () => store.get('minggu')))
  const [versi, setVersi] = useState(data.versi)
  const [beda, setBeda] = useState<Beda>()
  const awal = String(store.initial().minggu)
  const terisi = kelasPerSlot(data.kelas)

  const [kuas, setKuas] = useState<StatusSlot>(1)
  const [at, setAt] = useState<Letak>({ hari: 1, ke: 0 })
  const [jangkar, setJangkar] = useState(at)
  const [lama, setLama] = useState<string[]>([])
  const [nanti, setNanti] = useState<string[]>([])
  const [kabar, setKabar] = useState('')
  const menarik = useRef(false)
  const mengikuti = useRef(false)
  const table = useRef<HTMLTableElement>(null)

  // A key may lead to a day that is only drawn now.
  useEffect(() => {
    if (!mengikuti.current) return
    mengikuti.current = false
    table.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  }, [at])

  const ganti = (next: string) => {
    if (next === minggu) return
    setLama([...lama.slice(-99), minggu])
    setNanti([])
    store.set('minggu', next)
  }
  /** Sets slots, but does not close one over a class. */
  const isi = (slot: readonly (Letak & { status: StatusSlot })[], apa: string) => {
    const boleh = slot.filter((s) => s.status !== 3 || !terisi.has(kunci(s)))
    ganti(
      isiSlot(
        minggu,
        boleh.map((s) => ({ hari: s.hari, jam: jamSlot[s.ke] ?? '', status: s.status })),
      ),
    )
    setKabar(
      `${apa}${boleh.length < slot.length ? `; ${slot.length - boleh.length} slot berisi kelas tidak ditutup` : ''}`,
    )
  }
  const warnai = (a: Letak, b: Letak, status: StatusSlot) =>
    isi(
      kotak(a, b).map((s) => ({ ...s, status })),
      `${sebut(a, b)}: ${SlotPelatih.label(status).toLowerCase()}`,
    )
  const salin = (ke: readonly HariKe[]) =>
    isi(
      ke.flatMap((h) =>
        jamSlot.map((_, n) => ({ hari: h, ke: n, status: statusDi(minggu, at.hari, n) })),
      ),
      `${Hari.label(at.hari)} disalin ke ${ke.length > 1 ? 'semua hari lain' : Hari.label(ke[0])}`,
    )
  const mundur = () => {
    const last = lama.at(-1)
    if (last === undefined) return
    setLama(lama.slice(0, -1))
    setNanti([...nanti, minggu])
    store.set('minggu', last)
    setKabar('Diurungkan')
  }
  const maju = () => {
    const next = nanti.at(-1)
    if (next === undefined) return
    setNanti(nanti.slice(0, -1))
    setLama([...lama, minggu])
    store.set('minggu', next)
    setKabar('Diulangi')
  }

  const simpan = () => {
    const slot = slotDari(minggu, awal)
    if (slot.length === 0) return onSaved()
    kirim.mutate(
      { versi, slot },
      {
        onSuccess: (saved) => {
          const kini = { minggu: isiSlot(mingguKosong, saved.slot) }
          store.rebase(kini, kini)
          setVersi(saved.versi)
          setBeda(undefined)
          onSaved()
        },
        onError: (error) => {
          const parsed =
            error.status === 409 && error.current
              ? z.safeParse(UbahJadwalPelatih.def.output, error.current)
              : undefined
          if (parsed?.success)
            return gabung(error, isiSlot(mingguKosong, parsed.data.slot), parsed.data)
          if (error.fields.length > 0) {
            // A class that was planned meanwhile: the grid must show it.
            void queryClient.invalidateQueries({ queryKey: ['user', 'jadwal-pelatih'] })
            return store.setErrors(
              Object.fromEntries(error.fields.map((f) => [f.field, f.message])),
            )
          }
          if (error instanceof ApiError && error.status !== 401 && error.status !== 0)
            showError(error)
        },
      },
    )
  }
  /** Theirs come in where nothing was painted; where both changed a slot, the person chooses. */
  const gabung = (
    error: ApiError,
    kini: string,
    { versi: baru, updated_at }: { versi: number; updated_at: string | null },
  ) => {
    void queryClient.invalidateQueries({ queryKey: ['user', 'jadwal-pelatih'] })
    setBeda({
      pesan: error.message,
      kapan: updated_at ? waktu(updated_at) : '',
      dasar: awal,
      saya: minggu,
      kini,
    })
    setVersi(baru)
    setLama([])
    setNanti([])
    store.rebase(
      { minggu: kini },
      { minggu: [...kini].map((d, i) => (minggu[i] === awal[i] ? d : minggu[i])).join('') },
    )
  }

  const ke = (next: Letak, pilih: boolean) => {
    mengikuti.current = true
    setAt(next)
    if (!pilih) setJangkar(next)
  }
  const keys = (e: KeyboardEvent) => {
    const status = statuses.find((s) => String(s) === e.key)
    const [dh = 0, dk = 0] =
      {
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        ArrowUp: [0, -1],
        ArrowDown: [0, 1],
        PageUp: [0, -4],
        PageDown: [0, 4],
        Home: [-7, 0],
        End: [7, 0],
      }[e.key] ?? []
    // Ctrl+Home and Ctrl+End lead to the corners of the week.
    const batas =
      (e.ctrlKey || e.metaKey) && (e.key === 'Home' || e.key === 'End')
        ? jamSlot.length * Math.sign(dh)
        : dk
    if (e.key === 'Escape' && (menarik.current || kunci(at) !== kunci(jangkar))) {
      menarik.current = false
      setJangkar(at)
    } else if (status && !e.ctrlKey && !e.metaKey && !e.altKey) {
      setKuas(status)
      warnai(jangkar, at, status)
    } else if ((e.key === ' ' || e.key === 'Enter') && !e.ctrlKey && !e.metaKey)
      warnai(jangkar, at, kuas)
    else if (dh !== 0 || batas !== 0) {
      const h = Math.max(1, Math.min(7, at.hari + dh))
      ke(
        {
          hari: hari.find((x) => x === h) ?? at.hari,
          ke: Math.max(0, Math.min(jamSlot.length - 1, at.ke + batas)),
        },
        e.shiftKey,
      )
    } else return
    e.preventDefault()
    e.stopPropagation()
  }
  const undoKeys = (e: KeyboardEvent) => {
    if (!(e.ctrlKey || e.metaKey) || e.altKey) return
    const key = e.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    e.preventDefault()
    if (key === 'y' || e.shiftKey) maju()
    else mundur()
  }

  const mulai = (e: PointerEvent<HTMLTableElement>) => {
    const cell = e.target instanceof Element ? slotOf(e.target) : undefined
    if (!cell || e.button !== 0) return
    e.preventDefault()
    e.currentTarget.setPointerCapture(e.pointerId)
    menarik.current = true
    mengikuti.current = true
    setAt(cell)
    if (!e.shiftKey) setJangkar(cell)
  }
  const tarik = (e: PointerEvent) => {
    if (!menarik.current) return
    const cell = slotOf(document.elementFromPoint(e.clientX, e.clientY))
    if (cell && kunci(cell) !== kunci(at)) setAt(cell)
    // A day is longer than a phone.
    if (e.clientY > window.innerHeight - 48) window.scrollBy(0, 16)
    else if (e.clientY < 112) window.scrollBy(0, -16)
  }
  const lepas = (e: PointerEvent) => {
    if (!menarik.current) return
    menarik.current = false
    // Where it was let go: the last move may not have been drawn yet.
    const cell = slotOf(document.elementFromPoint(e.clientX, e.clientY)) ?? at
    warnai(jangkar, cell, kuas)
    setAt(cell)
    setJangkar(cell)
  }
  const batal = () => {
    menarik.current = false
    setJangkar(at)
  }

  const dipilih = new Set(kotak(jangkar, at).map(kunci))
  const bentrok = beda ? bedaSlot(beda) : []
  return (
    <Frame
      store={store}
      submit={simpan}
      cancel={onCancel}
      busy={kirim.isPending}
      top={
        beda && <Perbedaan beda={beda} slot={bentrok} store={store} minggu={minggu} pilih={ganti} />
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- undo works wherever focus is in the editor */}
      <div className="wide form" onKeyDown={undoKeys}>
        <div className="brushes">
          <fieldset>
            <legend>Isi dengan</legend>
            {SlotPelatih.options.map((o) => (
              <label key={o.value} className="brush">
                <input
                  type="radio"
                  name="kuas"
                  checked={kuas === o.value}
                  onChange={() => setKuas(o.value)}
                />
                <span className="slot" data-status={o.value} />
                {o.label}
                <kbd>{o.value}</kbd>
              </label>
            ))}
          </fieldset>
          <div className="actions">
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              disabled={lama.length === 0}
              onClick={mundur}
            >
              Urungkan
            </Button>
            <Button
              variant="default"
              leftSection={<IconArrowForwardUp size={16} aria-hidden />}
              disabled={nanti.length === 0}
              onClick={maju}
            >
              Ulangi
            </Button>
            <Menu
              label={`Salin ${Hari.label(at.hari)}`}
              button={(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconCopy size={16} aria-hidden />}
                >
                  Salin {Hari.label(at.hari)}
                </Button>
              )}
            >
              {Hari.options
                .filter((o) => o.value !== at.hari)
                .map((o) => (
                  <MenuItem key={o.value} run={() => salin([o.value])}>
                    ke {o.label}
                  </MenuItem>
                ))}
              <MenuItem run={() => salin(hari.filter((h) => h !== at.hari))}>
                ke semua hari lain
              </MenuItem>
            </Menu>
          </div>
        </div>
        <p className="dim" id="caraJadwal" style={{ margin: 0, fontSize: '.875rem' }}>
          Tarik di atas kotak untuk mengisi, atau pindah dengan panah, pilih dengan Shift, dan tekan
          1, 2, atau 3. Slot berisi kelas tidak dapat ditutup.
        </p>
        <div className="dayPick">
          {Hari.options.map((o) => (
            <button
              key={o.value}
              type="button"
              aria-pressed={o.value === at.hari}
              onClick={() => {
                setAt({ ...at, hari: o.value })
                setJangkar({ ...at, hari: o.value })
              }}
            >
              {o.label.slice(0, 3)}
              {/* Inline, so that the name is one word. */}
              <span style={{ fontSize: 0 }}>{o.label.slice(3)}</span>
            </button>
          ))}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of ARIA's own grid: rows, headers and cells keep their parts */}
        <table
          ref={table}
          className="jadwal"
          role="grid"
          aria-label={`Jadwal kosong ${data.pelatih.name}`}
          aria-describedby="caraJadwal"
          aria-multiselectable
          onKeyDown={keys}
          onPointerDown={mulai}
          onPointerMove={tarik}
          onPointerUp={lepas}
          onPointerCancel={batal}
        >
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Jam</span>
              </th>
              {Hari.options.map((o) => (
                <th
                  key={o.value}
                  scope="col"
                  data-hari={o.value}
                  data-shown={o.value === at.hari || undefined}
                >
                  {o.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {jamSlot.map((jam, n) => (
              <tr key={jam}>
                <th scope="row">{formatJam(jam)}</th>
                {hari.map((h) => {
                  const slot = { hari: h, ke: n }
                  const status = statusDi(minggu, h, n)
                  const kelas = terisi.get(kunci(slot))
                  const nama = kelas?.map((k) => k.kursus ?? k.nama).join(', ')
                  const mulaiDiSini = kelas
                    ?.filter((k) => slotKelas(k)[0] === n)
                    .map((k) => k.kursus ?? k.nama)
                    .join(', ')
                  return (
                    <td
                      key={h}
                      className="slot"
                      data-hari={h}
                      data-ke={n}
                      data-shown={h === at.hari || undefined}
                      data-status={status}
                      data-kelas={kelas ? true : undefined}
                      data-baru={minggu[letak(h, n)] !== awal[letak(h, n)] || undefined}
                      tabIndex={kunci(slot) === kunci(at) ? 0 : -1}
                      aria-selected={dipilih.has(kunci(slot))}
                      title={kelas?.map((k) => k.nama).join(', ')}
                      aria-label={`${Hari.label(h)} ${formatJam(jam)} ${SlotPelatih.label(status).toLowerCase()}${nama ? `, kelas ${nama}` : ''}`}
                    >
                      {mulaiDiSini}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        <div
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: '.25rem 1.5rem',
            justifyContent: 'space-between',
          }}
          className="dim"
        >
          <span>
            Seminggu: kosong {berapa(minggu, 1)}, tanya dulu {berapa(minggu, 2)}
          </span>
          <span role="status">{kabar}</span>
        </div>
      </div>
    </Frame>
  )
}

/** Theirs beside what was painted; one chooses per stretch of time and saves again. */
const Perbedaan = ({
  beda,
  slot,
  store,
  minggu,
  pilih,
}: {
  beda: Beda
  slot: ReturnType<typeof bedaSlot>
  store: FormStore
  minggu: string
  pilih: (minggu: string) => void
}) => {
  const radio = (r: (typeof slot)[number], digit: string) => (
    <label>
      <input
        type="radio"
        name={`beda-${r.hari}-${r.mulai}`}
        checked={r.ke.every((ke) => minggu[letak(r.hari, ke)] === digit)}
        onChange={() =>
          pilih(
            isiSlot(
              String(store.get('minggu')),
              r.ke.map((ke) => ({ hari: r.hari, jam: jamSlot[ke] ?? '', status: Number(digit) })),
            ),
          )
        }
      />
      {SlotPelatih.label(Number(digit))}
    </label>
  )
  return (
    <div className="conflict" role="alert">
      <table>
        <caption>
          {beda.pesan}
          {beda.kapan && ` (${beda.kapan})`}.{' '}
          {slot.length > 0
            ? 'Pilih isian yang dipakai, lalu simpan lagi.'
            : 'Perubahan keduanya sudah digabung di bawah: periksa, lalu simpan lagi.'}
        </caption>
        {slot.length > 0 && (
          <thead>
            <tr>
              <th scope="col">Slot</th>
              <th scope="col">Isian Anda</th>
              <th scope="col">Sekarang</th>
            </tr>
          </thead>
        )}
        <tbody>
          {slot.map((r) => (
            <tr key={`${r.hari} ${r.mulai}`}>
              <th scope="row">
                {Hari.label(r.hari)} {formatRentang(r)}
              </th>
              <td>{radio(r, r.kunci[0] ?? '3')}</td>
              <td>{radio(r, r.kunci[1] ?? '3')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
