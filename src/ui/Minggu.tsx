import '#src/styles/jadwal.css'
/** A week to read and print: blocks on a time scale, one day below the other where there is no room for seven. */
import type { ReactNode } from 'react'
import { Hari } from '#contract/enums.ts'
import type { HariKe } from '#contract/rules/jadwal.ts'
import { formatJam } from '#contract/rules/tanggal.ts'

/** Something on a day of the week, `HH:mm` to `HH:mm`. `status` paints it as a coach's slot, else it is taken. */
export interface Blok {
  key: string
  hari: HariKe
  mulai: string
  selesai: string
  status?: 1 | 2 | 3
  title?: string
  isi: ReactNode
}
/** Rows of the scale: five minutes each. */
const langkah = (jam: string) =>
  Math.round((Number(jam.slice(0, 2)) * 60 + Number(jam.slice(3))) / 5)
/** Blocks of a day by their start, each in the first column that is free by then: what meets stands side by side. */
const berjajar = (blok: readonly Blok[]): { blok: Blok; jalur: number }[] => {
  const penuh: string[] = []
  return blok
    .toSorted((a, b) => (a.mulai < b.mulai ? -1 : 1))
    .map((b) => {
      const bebas = penuh.findIndex((selesai) => selesai <= b.mulai)
      const jalur = bebas === -1 ? penuh.length : bebas
      penuh[jalur] = b.selesai
      return { blok: b, jalur }
    })
}

/** `kosong` is what a day without blocks says on a narrow screen, `belum` what a week without any says. */
export const Minggu = ({
  label,
  blok,
  kosong,
  belum,
}: {
  label: string
  blok: readonly Blok[]
  kosong: string
  belum: string
}) => {
  if (blok.length === 0)
    return (
      <p className="dim" style={{ margin: 0 }}>
        {belum}
      </p>
    )
  // From the full hour before the first block to the one after the last.
  const dari = Math.floor(Math.min(...blok.map((b) => langkah(b.mulai))) / 12)
  const sampai = Math.ceil(Math.max(...blok.map((b) => langkah(b.selesai))) / 12)
  const baris = { gridTemplateRows: `repeat(${(sampai - dari) * 12}, var(--langkah))` }
  const tempat = (mulai: string, selesai: string) => ({
    gridRow: `${langkah(mulai) - dari * 12 + 1} / ${langkah(selesai) - dari * 12 + 1}`,
  })
  return (
    <section className="minggu" aria-label={label}>
      <div className="skala" aria-hidden style={baris}>
        {Array.from({ length: sampai - dari }, (_, i) => {
          const jam = `${String(dari + i).padStart(2, '0')}:00`
          return (
            <span key={jam} style={tempat(jam, `${String(dari + i + 1).padStart(2, '0')}:00`)}>
              {formatJam(jam)}
            </span>
          )
        })}
      </div>
      {Hari.options.map((h) => {
        const sehari = berjajar(blok.filter((b) => b.hari === h.value))
        const lebar = Math.max(1, ...sehari.map((s) => s.jalur + 1))
        return (
          <div key={h.value} className="harian">
            <h2>{h.label}</h2>
            <ul style={{ ...baris, gridTemplateColumns: `repeat(${lebar}, minmax(0, 1fr))` }}>
              {sehari.map(({ blok: { key, mulai, selesai, status, title, isi }, jalur }) => (
                <li
                  key={key}
                  className={status ? 'slot' : 'isi'}
                  data-status={status}
                  title={title}
                  style={{
                    ...tempat(mulai, selesai),
                    gridColumn: lebar > 1 ? jalur + 1 : undefined,
                  }}
                >
                  {isi}
                </li>
              ))}
              {sehari.length === 0 && <li className="libur dim">{kosong}</li>}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
