import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import {
  AlasanTutup,
  isApplicant,
  TahapPendaftar,
  tahapPendaftar,
} from '#contract/access/rules/applicant.ts'
import { ApplicantMatches } from '#src/data/calls.ts'
import { Users } from '#src/data/resources/user.ts'
import { SimilarNote } from '#src/routes/_app/sales/lead/-similar.tsx'
import {
  useApplicantActions,
  type Applicant,
  type OpenDialog,
} from '#src/routes/_app/sales/pendaftar-mandiri/-applicant.ts'
import { ApplicantDialog } from '#src/routes/_app/sales/pendaftar-mandiri/-dialogs.tsx'
import { CompletionForm } from '#src/routes/_app/sales/pendaftar-mandiri/-form.tsx'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { phoneText, waktu } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

const expand = 'role,gedung,sales,peserta_profil'
export const Route = createFileRoute('/_app/sales/pendaftar-mandiri/lengkapi-profile')({
  ...recordRoute(
    () => import('#src/data/resources/user.ts').then((m) => m.Users),
    'role,gedung,sales,peserta_profil',
  ),
  component: ApplicantPage,
})

/**
 * Panel above the form with the data of the registration, and the reason if the registration was
 * closed.
 */
const ApplicantFacts = ({ row }: { row: Applicant }) => (
  <Panel>
    <Facts
      items={[
        ['Mendaftar', waktu(row.created_at)],
        ['Outlet', row.gedung?.nama],
        ['Sales', row.sales?.name ?? 'Belum ada'],
        ['No. HP / WhatsApp', phoneText(row.phone)],
        ['Email', row.email],
        ...(row.wali_nama === null
          ? []
          : [['Wali', [row.wali_nama, phoneText(row.wali_phone)].join(', ')] as const]),
        ...(row.dilengkapi_at === null ? [] : [['Dilengkapi', waktu(row.dilengkapi_at)] as const]),
        ...(row.alasan_tutup === null || row.ditutup_at === null
          ? []
          : [
              ['Ditutup', waktu(row.ditutup_at)] as const,
              ['Alasan', AlasanTutup.label(row.alasan_tutup)] as const,
              ['Catatan', row.catatan_tutup] as const,
            ]),
      ]}
    />
  </Panel>
)
/** Note on stored people who may be relatives of the applicant or the same person. */
const Matches = ({ id }: { id: number }) => (
  <SimilarNote
    found={ApplicantMatches.useSuspenseData({ id })}
    intro="Mungkin satu keluarga, atau orang yang sama"
  />
)

function ApplicantPage() {
  const { id } = Route.useSearch()
  const row = Users.useView(id, expand)
  const [dialog, show] = useState<OpenDialog | null>(null)
  const actions = useApplicantActions(show)(row).filter((a) => a.label !== 'Lengkapi profil')
  const untaken = actions.some((a) => a.label === 'Ambil')
  if (!isApplicant(row))
    return (
      <>
        <RecordHeader name={row.name} />
        <Panel>
          {row.name} tidak lagi menunggu sebagai pendaftar.{' '}
          <PlaceLink to="/user/view" search={{ id }}>
            Buka datanya
          </PlaceLink>
        </Panel>
      </>
    )
  const tahap = tahapPendaftar(row)
  return (
    <>
      <RecordHeader
        name={row.name}
        status={
          <StatusBadge tone={TahapPendaftar.tone(tahap)}>{TahapPendaftar.label(tahap)}</StatusBadge>
        }
        actions={actions.filter((a) => a.primary)}
        more={actions.filter((a) => !a.primary)}
      />
      <ApplicantFacts row={row} />
      {tahap !== 'ditutup' && (
        <Boundary resetKey={String(id)}>
          <Suspense fallback={<FormSkeleton />}>
            <Matches id={id} />
            <Panel>
              {untaken ? (
                <Note>
                  Belum ada sales yang memegang {row.name}. Ambil dahulu, lalu lengkapi profilnya.
                </Note>
              ) : (
                <CompletionForm key={`${id} ${row.versi}`} row={row} onDone={() => {}} />
              )}
            </Panel>
          </Suspense>
        </Boundary>
      )}
      <ApplicantDialog dialog={dialog} close={() => show(null)} />
    </>
  )
}
