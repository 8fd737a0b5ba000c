/** Actions of an applicant, shared by the list and the record. */
import { useNavigate } from '@tanstack/react-router'
import { isApplicant, tahapPendaftar } from '#contract/access/rules/applicant.ts'
import { Activation, RoleId, UserStatus } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import { makeStale } from '#src/data/api/queryClient.ts'
import { ReopenApplicant, TakeApplicant } from '#src/data/calls.ts'
import type { Users } from '#src/data/resources/user.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { confirm, showFailure, toast } from '#src/state/feedback.ts'
import type { BulkAction, BulkTogether } from '#src/ui/list/bulk/bulk.ts'
import type { RecordAction } from '#src/ui/record/Record.tsx'

export type Applicant = Row<typeof Users.resource>
/** Open dialog and the applicant to which it applies. */
export interface OpenDialog {
  name: 'serahkan' | 'tutup'
  row: Applicant
}
export const applicantPlace = ({ id }: { id: number }) => ({
  to: '/sales/pendaftar-mandiri/lengkapi-profile' as const,
  search: { id },
})

/**
 * Awaits the request of an action and shows its result. The lists are refetched even after an
 * error, because another user may have changed the applicant.
 */
const run = async (row: Applicant, step: Promise<unknown>, text: string): Promise<void> => {
  try {
    await step
    toast(`${row.name} ${text}`, { to: applicantPlace(row) })
  } catch (error) {
    showFailure(error)
  }
  makeStale(['user'])
}
const take = (row: Applicant) =>
  run(row, TakeApplicant.send({}, undefined, { id: row.id }), 'kini Anda pegang')
const reopen = async (row: Applicant): Promise<void> => {
  const sure = await confirm({
    title: `Buka kembali pendaftaran ${row.name}?`,
    body: 'Pendaftar kembali ke daftar yang berjalan, pada sales yang memegangnya.',
    confirm: 'Buka kembali',
  })
  if (sure) await run(row, ReopenApplicant.send({}, undefined, { id: row.id }), 'dibuka kembali')
}

/**
 * Returns the reason why the registration of an applicant cannot be processed; undefined if nothing
 * prevents this.
 */
export const whyNotOpen = (row: Applicant): string | undefined => {
  if (!isApplicant(row)) return 'Bukan pendaftar yang menunggu diaktivasi'
  return tahapPendaftar(row) === 'ditutup' ? 'Pendaftaran ini ditutup' : undefined
}
const whyNotTaken = (row: Applicant): string | undefined =>
  whyNotOpen(row) ?? (row.sales_id === null ? undefined : 'Sudah dipegang sales')

/**
 * Returns the bulk actions. All roles get the action that hands over applicants. Only sales people
 * get the action that takes applicants. `handOver` opens the dialog that asks for the new sales
 * person.
 */
export const bulkOf = (
  isSales: boolean,
  handOver: BulkTogether<typeof Users.resource>['together'],
): readonly BulkAction<typeof Users.resource>[] => [
  ...(isSales
    ? [
        {
          label: 'Ambil',
          code: 'pendaftar-mandiri/ambil' as const,
          except: whyNotTaken,
          run: (row: Applicant) => TakeApplicant.send({}, undefined, { id: row.id }),
        },
      ]
    : []),
  { label: 'Serahkan', code: 'pendaftar-mandiri/serahkan', together: handOver },
]

/**
 * Returns the actions that are possible for an applicant at present. For a sales person, activation
 * and completion of the profile are disabled until a sales person has taken the applicant.
 */
export const useApplicantActions = (open: (dialog: OpenDialog) => void) => {
  const navigate = useNavigate()
  const isSales = roleOf(useMe()) === RoleId.sales
  return (row: Applicant): RecordAction[] => {
    const isClosed = tahapPendaftar(row) === 'ditutup'
    const untaken = isSales && row.sales_id === null ? 'Ambil dahulu' : undefined
    const activation: RecordAction = {
      label: 'Aktivasi',
      code: 'pendaftar-mandiri/aktivasi',
      disabled: untaken,
      // Activation is the primary action once the profile is complete.
      primary: tahapPendaftar(row) === 'siap',
      run: () => void navigate({ to: '/sales/pendaftar-mandiri/aktivasi', search: { id: row.id } }),
    }
    const all: (RecordAction & { shown: boolean })[] = [
      {
        shown: !isClosed && untaken !== undefined,
        label: 'Ambil',
        code: 'pendaftar-mandiri/ambil',
        primary: true,
        run: () => void take(row),
      },
      {
        shown: !isClosed,
        label: 'Lengkapi profil',
        code: 'pendaftar-mandiri/lengkapi-profile',
        disabled: untaken,
        run: () => void navigate(applicantPlace(row)),
      },
      { shown: !isClosed, ...activation },
      {
        shown: !isClosed,
        label: 'Serahkan ke sales',
        code: 'pendaftar-mandiri/serahkan',
        run: () => open({ name: 'serahkan', row }),
      },
      {
        shown: !isClosed,
        label: 'Tutup pendaftaran',
        code: 'pendaftar-mandiri/tutup',
        danger: true,
        run: () => open({ name: 'tutup', row }),
      },
      {
        shown: isClosed,
        label: 'Buka kembali',
        code: 'pendaftar-mandiri/tutup',
        primary: true,
        run: () => void reopen(row),
      },
    ]
    if (row.sumber !== 'mandiri') return []
    // An active applicant is already a student. If no course is chosen yet, the only action is the
    // activation, which continues with the choice of a course.
    if (row.status === UserStatus.aktif)
      return row.activation === Activation.terdaftar ? [activation] : []
    const isApplicant = row.status === UserStatus.nonaktif
    return isApplicant ? all.flatMap(({ shown, ...action }) => (shown ? [action] : [])) : []
  }
}
