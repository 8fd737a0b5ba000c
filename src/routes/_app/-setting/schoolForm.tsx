/** Short form with the name and logo of the school, in a dialog over the setup guide. */
import { Suspense, useEffect } from 'react'
import { setupSteps } from '#contract/settings/setupSteps.ts'
import { useSettingForm } from '#src/routes/_app/-setting/settingSave.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { ConflictChoice } from '#src/ui/form/conflict/ConflictChoice.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { FieldControl, FormModal, Frame } from '#src/ui/form/FormBody.tsx'
import type { FormStore } from '#src/ui/form/store.ts'

const keys = ['nama_sekolah', 'npwp', 'logo'] as const

const SchoolFields = ({
  close,
  cancel,
  register,
}: {
  close: () => void
  cancel: () => void
  register: (store: FormStore) => void
}) => {
  const { store, clash, busy, submit } = useSettingForm(keys, close)
  useEffect(() => register(store), [register, store])
  return (
    <Frame
      store={store}
      submit={() => void submit()}
      cancel={cancel}
      busy={busy}
      top={clash && clash.both.length > 0 && <ConflictChoice clash={clash} store={store} />}
    >
      {keys.map((key) => (
        <FieldControl key={key} name={key} wide />
      ))}
    </Frame>
  )
}

export const SchoolForm = ({ close }: { close: () => void }) => (
  <FormModal title={setupSteps.sekolah.label} close={close}>
    {({ close: cancel, register }) => (
      <Boundary resetKey="sekolah">
        <Suspense fallback={<FormSkeleton />}>
          <SchoolFields close={close} cancel={cancel} register={register} />
        </Suspense>
      </Boundary>
    )}
  </FormModal>
)
