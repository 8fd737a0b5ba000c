import '#src/styles/password.css'
/** How strong the password is that is being typed: four bars, a word, and why it is weak. */
import { ownerWords, passwordLevels, type PasswordOwner } from '#contract/rules/password.ts'
import { useMe } from '#src/data/session.ts'
import { useVerdict } from '#src/ui/password/useVerdict.ts'

const minLength = 8
const advice = 'Pakai tiga atau empat kata yang tidak berhubungan.'
const bars = [1, 2, 3, 4] as const

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
/** What a form knows of the person, whatever else is in it. */
const ownerOf = (known: Readonly<Record<string, unknown>>): PasswordOwner => ({
  name: text(known.name),
  nama_panggilan: text(known.nama_panggilan),
  username: text(known.username),
  email: text(known.email),
  phone: text(known.phone),
  tanggal_lahir: text(known.tanggal_lahir),
  wali_nama: text(known.wali_nama),
})

interface Props {
  value: string
  /** Whose password it is: any values, of which those that tell are taken. */
  owner: Readonly<Record<string, unknown>>
}
/** Stands under the field, as high as it will be, so that nothing moves while one types. */
export const PasswordMeter = ({ value, owner }: Props) => {
  const settings = useMe()?.pengaturan
  const school = [text(settings?.app_nama), text(settings?.nama_sekolah)].filter((t) => t !== null)
  const verdict = useVerdict(value, ownerWords(ownerOf(owner), school).join('\n'))
  const short = value.length < minLength
  const known = value === '' ? undefined : verdict
  const level = known && short ? Math.min(known.level, 1) : known?.level
  const weak = short || known?.weak === true
  const word = level === undefined ? undefined : passwordLevels[level]
  const why = short ? `Minimal ${minLength} karakter` : known?.reason
  return (
    <div className="strength" data-weak={weak || undefined}>
      <div
        role="meter"
        aria-label="Kekuatan password"
        aria-valuemin={0}
        aria-valuemax={bars.length}
        aria-valuenow={level ?? 0}
        aria-valuetext={word ?? 'Belum diisi'}
      >
        {bars.map((bar) => (
          <span key={bar} data-on={(level !== undefined && level >= bar) || undefined} />
        ))}
      </div>
      <p role="status">
        {word === undefined && advice}
        {word !== undefined && (
          <>
            <b>{word}</b>
            {weak && why ? `. ${why}. ${advice}` : '.'}
          </>
        )}
      </p>
    </div>
  )
}
