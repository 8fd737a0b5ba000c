import type { Temuan } from '#contract/calls.ts'
import { UserStatus } from '#contract/enums.ts'
import { panggilan, tempatPeserta } from '#src/data/cari.ts'
import type { Me } from '#src/data/session.ts'
import type { Option, OptionGroup } from '#src/ui/options.ts'

/** Students as options, those that are only spelt alike apart. Where they lead nowhere for this user, they are shown all the same, and open the search. */
export const studentOptions = (
  rows: readonly Temuan[],
  user: Me | undefined,
  label: string,
): OptionGroup[] => {
  const option = (row: Temuan): Option => ({
    key: `peserta ${row.id}`,
    title: panggilan(row) ? `${row.name} (${panggilan(row)})` : row.name,
    note: [
      row.no_induk,
      row.gedung?.nama,
      row.akun_billing && row.akun_billing.name !== row.name ? row.akun_billing.name : undefined,
      row.kelas[0]?.kursus,
    ]
      .filter(Boolean)
      .join(' · '),
    aside:
      row.status === 10 ? undefined : (
        <span className="badge" data-tone={UserStatus.tone(row.status)}>
          {UserStatus.label(row.status)}
        </span>
      ),
    place: tempatPeserta(row, user) ?? { to: '/search', search: { q: row.name } },
  })
  return [
    { label, options: rows.filter((r) => !r.mirip).map(option) },
    { label: 'Nama yang mirip', options: rows.filter((r) => r.mirip).map(option) },
  ].filter((g) => g.options.length > 0)
}
