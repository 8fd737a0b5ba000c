import { UserStatus } from '#contract/enums.ts'
import type { FoundStudent } from '#contract/search/searchCalls.ts'
import type { Me } from '#src/data/session/session.ts'
import { nickname, studentTarget } from '#src/data/studentSearch.ts'
import type { Option, OptionGroup } from '#src/ui/list/filters/options.ts'
import { Badge } from '#src/ui/list/rows/Badge.tsx'

/**
 * Returns students as options. Students whose names are only similar to the search text form a
 * separate group. If the user may not open any page of the student, the option opens the search
 * page.
 */
export const studentOptions = (
  rows: readonly FoundStudent[],
  user: Me | undefined,
  label: string,
): OptionGroup[] => {
  const option = (row: FoundStudent): Option => ({
    key: `peserta ${row.id}`,
    title: nickname(row) ? `${row.name} (${nickname(row)})` : row.name,
    note: [
      row.no_induk,
      row.gedung?.nama,
      row.akun_billing && row.akun_billing.name !== row.name ? row.akun_billing.name : undefined,
      row.kelas[0]?.kursus,
    ]
      .filter(Boolean)
      .join(' · '),
    aside:
      row.status === UserStatus.aktif ? undefined : (
        <Badge tone={UserStatus.tone(row.status)}>{UserStatus.label(row.status)}</Badge>
      ),
    place: studentTarget(row, user) ?? { to: '/search', search: { q: row.name } },
  })
  return [
    { label, options: rows.filter((r) => !r.mirip).map(option) },
    { label: 'Nama yang mirip', options: rows.filter((r) => r.mirip).map(option) },
  ].filter((g) => g.options.length > 0)
}
