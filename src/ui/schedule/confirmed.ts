/**
 * Facts that the screen of a class or enrolment shows: the conflicts that a user has allowed, and
 * the reason for allowing them.
 */
import { BentrokLunak, type SoftKind } from '#contract/schedule/rules/conflicts.ts'

export const confirmedFacts = ({
  bentrok,
  alasan_bentrok,
}: {
  bentrok: readonly SoftKind[] | null
  alasan_bentrok: string | null
}): (readonly [string, string])[] =>
  bentrok === null || bentrok.length === 0
    ? []
    : [
        ['Bentrok yang dibiarkan', bentrok.map((kind) => BentrokLunak.label(kind)).join('. ')],
        ['Alasan', alasan_bentrok ?? '–'],
      ]
