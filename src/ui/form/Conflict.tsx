import { useSyncExternalStore } from 'react'
import { metaOf } from '#contract/fields.ts'
import { schemaAt, same, type FormStore, type Values } from '#src/ui/form/store.ts'
import { kataNilai } from '#src/ui/kata.ts'

/** What somebody else changed meanwhile: `both` also typed here, `quiet` taken over. */
export interface Clash {
  message: string
  when: string
  both: string[]
  quiet: string[]
  mine: Values
  current: Values
}

/** Theirs beside what was typed; one chooses per field and saves again. */
export const Conflict = ({
  clash: { message, when, both, quiet, mine, current },
  store,
}: {
  clash: Clash
  store: FormStore
}) => {
  const values = useSyncExternalStore(store.subscribe, store.values)
  const meta = (k: string) => {
    const s = schemaAt(store.schema, k)
    return s && metaOf(s)
  }
  const radio = (k: string, value: unknown) => (
    <label>
      <input
        type="radio"
        name={`pilih-${k}`}
        checked={same(values[k], value)}
        onChange={() => store.set(k, value)}
      />
      {kataNilai(value, meta(k))}
    </label>
  )
  return (
    <div className="conflict" role="alert">
      <table>
        <caption>
          {message}
          {when && !message.includes('pukul') ? ` (${when})` : ''}. Pilih isian yang dipakai, lalu
          simpan lagi.
        </caption>
        <thead>
          <tr>
            <th scope="col">Isian</th>
            <th scope="col">Isian Anda</th>
            <th scope="col">Sekarang</th>
          </tr>
        </thead>
        <tbody>
          {both.map((k) => (
            <tr key={k}>
              <th scope="row">{meta(k)?.label ?? k}</th>
              <td>{radio(k, mine[k])}</td>
              <td>{radio(k, current[k])}</td>
            </tr>
          ))}
          {quiet.map((k) => (
            <tr key={k}>
              <th scope="row">{meta(k)?.label ?? k}</th>
              <td className="dim">tidak Anda ubah</td>
              <td>{kataNilai(current[k], meta(k))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
