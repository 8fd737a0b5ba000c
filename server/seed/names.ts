/** Draws invented but realistic names of people for the demo school and for benchmarks. */
import type { Random } from '#contract/values/random.ts'
import type { City } from '#server/seed/cities.ts'
import { ethnicities, type EthnicityName } from '#server/seed/ethnicities.ts'

/** Returns a random element of a list that is not empty. */
export const pick = <T>(r: Random, list: readonly T[]): T => list[r.int(0, list.length - 1)]!
/** Returns the value of a random pair. The second element of a pair is the weight of its value. */
export const pickWeighted = <T>(r: Random, pairs: readonly (readonly [T, number])[]): T => {
  let remainder = r.int(
    1,
    pairs.reduce((sum, [, w]) => sum + w, 0),
  )
  for (const [value, weight] of pairs) if ((remainder -= weight) <= 0) return value
  return pairs[0]![0]
}
export type Gender = 'Laki-laki' | 'Perempuan'
/** Properties that the members of a family share. */
export interface Family {
  ethnicity: EthnicityName
  familyName: string
  religion: string
}
/**
 * Draws the properties that the members of a family share. The ethnic group is weighted by the
 * population of the city.
 */
export const makeFamily = (r: Random, kota: City): Family => {
  const ethnicity = pickWeighted(r, kota.population)
  return {
    ethnicity,
    familyName: pick(r, ethnicities[ethnicity]!.familyNames).replace('.', ' '),
    religion: pickWeighted(r, ethnicities[ethnicity]!.religions),
  }
}
/**
 * Draws the name and the nickname of a member of a family. The name has two or three parts; in some
 * ethnic groups, some people have a single name.
 */
export const makeName = (
  r: Random,
  k: Family,
  gender: Gender,
): { name: string; panggilan: string } => {
  const s = ethnicities[k.ethnicity]!
  const [first, middle] =
    gender === 'Perempuan'
      ? [pick(r, s.women), pick(r, s.middleWomen)]
      : [pick(r, s.men), pick(r, s.middleMen)]
  if (r.int(1, 100) <= s.singlePercent) return { name: first, panggilan: first }
  // A Balinese first name only states the order of birth, so people are called by their second
  // name.
  if (k.ethnicity === 'bali')
    return { name: `${first} ${middle} ${k.familyName}`, panggilan: middle }
  const withMiddle = middle !== first && r.chance(0.45)
  return { name: `${first}${withMiddle ? ` ${middle}` : ''} ${k.familyName}`, panggilan: first }
}
/**
 * Draws a mobile number in stored form (`+62…`). Its prefix 084 belongs to no operator, so that a
 * demo cannot send a message to a real person.
 */
export const mobileNumber = (r: Random): string =>
  `+6284${r.int(1, 9)}${String(r.int(10_000_000, 99_999_999))}`
