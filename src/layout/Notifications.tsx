import '#src/styles/samping.css'
import { atom, useAtom } from 'jotai'
import type { MouseEvent } from 'react'

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
      <div className="samplesHead">
        <b>Notifikasi</b>
        <span>Contoh</span>
      </div>
      {list.length === 0 ? (
        <p className="none">No new ones!</p>
      ) : (
        <ul className="samples">
          {list.map(({ id, text, when }) => (
            <li key={id}>
              <span>
                <b>{text}</b>
                <small>{when}</small>
              </span>
              <button
                type="button"
                className="iconButton"
                data-stop
                aria-label={`Hapus notifikasi ${text}`}
                onClick={(e) => dismiss(id, e)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
