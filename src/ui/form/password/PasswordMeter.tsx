/**
 * Shows the strength of a password while it is typed: four bars, a word, and the reason when it is
 * weak.
 */
import '@mantine/core/styles/Progress.layer.css'
import { Box, Progress, Text } from '@mantine/core'
import { ownerWords, passwordLevels, type PasswordOwner } from '#contract/access/rules/password.ts'
import { useMe } from '#src/data/session/session.ts'
import { useVerdict } from '#src/ui/form/password/useVerdict.ts'
import classes from './PasswordMeter.module.css'

const minLength = 8
const advice = 'Pakai tiga atau empat kata yang tidak berhubungan.'
const bars = [1, 2, 3, 4] as const

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
/** Picks the personal data of the password's owner from the values of a form. */
const ownerOf = (values: Readonly<Record<string, unknown>>): PasswordOwner => ({
  name: text(values.name),
  nama_panggilan: text(values.nama_panggilan),
  username: text(values.username),
  email: text(values.email),
  phone: text(values.phone),
  tanggal_lahir: text(values.tanggal_lahir),
  wali_nama: text(values.wali_nama),
})

interface Props {
  value: string
  /** Values that may contain personal data of the password's owner. Other values are ignored. */
  owner: Readonly<Record<string, unknown>>
}
/** Returns the rating of the typed password: number of filled bars (`level`), word and reason. */
const useStrength = ({ value, owner }: Props) => {
  const settings = useMe()?.pengaturan
  const school = [text(settings?.app_nama), text(settings?.nama_sekolah)].filter((t) => t !== null)
  const verdict = useVerdict(value, ownerWords(ownerOf(owner), school).join('\n'))
  const isShort = value.length < minLength
  if (value === '' || !verdict) return { level: 0, isWeak: isShort }
  const level = isShort ? Math.min(verdict.level, 1) : verdict.level
  return {
    level,
    word: passwordLevels[level],
    isWeak: isShort || verdict.weak,
    why: isShort ? `Minimal ${minLength} karakter` : verdict.reason,
  }
}

/**
 * Bars and text under the password field, with a fixed height, so that nothing moves while the user
 * types.
 */
export const PasswordMeter = (props: Props) => {
  const { level, word, isWeak, why } = useStrength(props)
  const colorOf = (bar: number) => {
    if (word === undefined || level < bar) return 'var(--line)'
    return isWeak ? 'danger.5' : '#139a52'
  }
  return (
    <Box mt="0.4rem" mih="3.4rem">
      <Progress.Root
        className={classes.bars}
        size={5}
        role="meter"
        aria-label="Kekuatan password"
        aria-valuemin={0}
        aria-valuemax={bars.length}
        aria-valuenow={level}
        aria-valuetext={word ?? 'Belum diisi'}
      >
        {bars.map((bar) => (
          <Progress.Section
            key={bar}
            withAria={false}
            value={100 / bars.length}
            color={colorOf(bar)}
          />
        ))}
      </Progress.Root>
      <Text role="status" mt="0.3rem" fz="0.8125rem" c="dimmed">
        {word === undefined ? (
          advice
        ) : (
          <>
            <Text span inherit fw={600} c="var(--mantine-color-text)">
              {word}
            </Text>
            {isWeak && why ? `. ${why}. ${advice}` : '.'}
          </>
        )}
      </Text>
    </Box>
  )
}
