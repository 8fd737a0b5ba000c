/**
 * Route options of the activation wizard. The options are in a separate file, because route options
 * are part of the first bundle. The URL contains the id of the lead or applicant.
 */
import { redirect } from '@tanstack/react-router'
import { queryClient } from '#src/data/api/queryClient.ts'
import { positive } from '#src/data/search.ts'

/**
 * Person for whom the wizard is opened. `sumber` says whether `id` belongs to a lead, an applicant
 * (`mandiri`) or a student (`peserta`).
 */
export interface ActivationSubject {
  id: number
  sumber: 'lead' | 'mandiri' | 'peserta'
}
const notFound = () => redirect({ to: '/errors/$kode', params: { kode: '404' }, replace: true })
/**
 * Prefetches the state of an activation. Ignores errors, because the component suspends on the same
 * query and shows them.
 */
const fetchState = async (of: ActivationSubject): Promise<void> => {
  const { ActivationState } = await import('#src/data/calls.ts')
  await queryClient.ensureQueryData(ActivationState.query(of)).catch(() => {})
}

/**
 * Returns the route options of the wizard. `?id=` is the id of a lead or, for `mandiri`, of an
 * applicant.
 */
export const activationRoute = (sumber: 'lead' | 'mandiri') => ({
  validateSearch: (search: Record<string, unknown>): { id: number } => ({
    id: positive(search.id) ?? 0,
  }),
  loaderDeps: ({ search }: { search: { id: number } }) => ({ id: search.id }),
  loader: async ({ deps: { id } }: { deps: { id: number } }) => {
    if (id === 0) throw notFound()
    await fetchState({ id, sumber })
  },
})
interface StepSearch {
  id?: number
  sumber?: 'mandiri' | 'peserta'
}
/**
 * Returns the route options of a step of the wizard that is a separate page. `?id=` is the id of a
 * lead by default, of an applicant with `sumber=mandiri`, and of a student with `sumber=peserta`.
 * Redirects to the error page 404 if the page needs an id and the URL has none.
 */
export const stepRoute = ({ needsId }: { needsId: boolean }) => ({
  validateSearch: ({ id, sumber }: Record<string, unknown>): StepSearch => ({
    ...(positive(id) !== undefined && { id: positive(id) }),
    ...((sumber === 'mandiri' || sumber === 'peserta') && { sumber }),
  }),
  loaderDeps: ({ search }: { search: StepSearch }) => search,
  loader: async ({ deps: { id, sumber } }: { deps: StepSearch }) => {
    if (id === undefined && needsId) throw notFound()
    if (id !== undefined) await fetchState({ id, sumber: sumber ?? 'lead' })
  },
})
