/** All groups of access codes, and sentences that summarize the codes of a role. */
import type { AccessCode } from '#contract/access/access.ts'
import type { Ability, AccessGroup } from '#contract/access/groups/group.ts'
import { masterGroups } from '#contract/access/groups/master.ts'
import { moneyGroups } from '#contract/access/groups/money.ts'
import { peopleGroups, staffGroup } from '#contract/access/groups/people.ts'
import { ownGroup, settingsGroup } from '#contract/access/groups/program.ts'
import { scheduleGroups } from '#contract/access/groups/schedule.ts'

/** Groups in the order of the pages of a role. Every access code is in exactly one ability. */
export const accessGroups: readonly AccessGroup[] = [
  ...peopleGroups,
  ...scheduleGroups,
  ...moneyGroups,
  ...masterGroups,
  staffGroup,
  settingsGroup,
  ownGroup,
]

/** Label of the group (`modul`) and sentence (`nama`) of each access code. */
export const codeDescriptions: ReadonlyMap<string, { modul: string; nama: string }> = new Map(
  accessGroups.flatMap(({ label, abilities }) =>
    abilities.flatMap(({ codes }) =>
      Object.entries(codes).map(([kode, nama]) => [kode, { modul: label, nama }] as const),
    ),
  ),
)

/** Returns the access codes of an ability. */
export const codesOf = ({ codes }: Ability): AccessCode[] => Object.keys(codes) as AccessCode[]

/** Returns whether a role holds all of these codes, some of them or none. */
export const heldPart = (
  codes: readonly string[],
  held: ReadonlySet<string>,
): 'semua' | 'sebagian' | 'tidak' => {
  const count = codes.filter((kode) => held.has(kode)).length
  if (count === 0) return 'tidak'
  return count === codes.length ? 'semua' : 'sebagian'
}

/** Returns the phrases as a list in words: `melihat, mencetak, dan membagikan`. */
const inWords = (phrases: readonly string[], last: 'dan' | 'atau'): string => {
  const word = last === 'dan' && phrases.some((phrase) => phrase.includes(' dan ')) ? 'serta' : last
  const comma = phrases.length > 2 ? ',' : ''
  return phrases.length < 2
    ? phrases.join('')
    : `${phrases.slice(0, -1).join(', ')}${comma} ${word} ${phrases.at(-1)}`
}
/** Longest list of abilities that a summary spells out beside a second list. */
const longestList = 3

/**
 * Returns a sentence about the abilities of a group that a role holds, and about the others: `Boleh
 * menutup kas, tidak boleh membuka kembali kas`. Of two long lists, the sentence has the shorter.
 */
export const summaryOf = ({ abilities }: AccessGroup, held: ReadonlySet<string>): string => {
  const parts = abilities.map((ability) => {
    const part = heldPart(codesOf(ability), held)
    return { part, phrase: `${part === 'sebagian' ? 'sebagian dari ' : ''}${ability.phrase}` }
  })
  const allowed = parts.filter(({ part }) => part !== 'tidak').map(({ phrase }) => phrase)
  const missing = parts.filter(({ part }) => part !== 'semua').map(({ phrase }) => phrase)
  const denied = parts.filter(({ part }) => part === 'tidak').map(({ phrase }) => phrase)
  if (missing.length === 0) return 'Boleh semuanya'
  if (allowed.length === 0) return 'Tidak boleh apa-apa'
  if (allowed.length <= longestList && denied.length <= longestList && denied.length > 0)
    return `Boleh ${inWords(allowed, 'dan')}, tidak boleh ${inWords(denied, 'atau')}`
  return missing.length < allowed.length
    ? `Boleh semuanya, kecuali ${inWords(missing, 'dan')}`
    : `Hanya boleh ${inWords(allowed, 'dan')}`
}
