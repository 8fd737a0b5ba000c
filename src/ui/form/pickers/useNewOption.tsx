import { Suspense, use, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Params } from '#src/data/api/http.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormTargetContext } from '#src/ui/form/formTarget.ts'
import { useNewRow } from '#src/ui/form/pickers/newRow.ts'
import { FormContext } from '#src/ui/form/useForm.ts'
import { FieldsContext } from '#src/ui/list/table/table.tsx'

/** Value of the option that creates a row. Other options have the id of a row as value. */
export const newOption = 'baru'
const noFields = () => undefined

/**
 * Returns the last option of a picker, which creates a row, and the dialog with the form of the
 * row. `label` is undefined if the user may not create a row. `text` is the text that the user
 * typed in the picker; `label` contains it once the server has returned its matches
 * (`isAnswered`). The new row begins with the filter of the picker and the outlet of the
 * surrounding form. `onClose` gets the id of the saved row, or undefined without one.
 */
export const useNewOption = ({
  resource,
  filter = {},
  text,
  isWanted,
  isAnswered,
  onClose,
}: {
  resource: string
  filter?: Params
  text: string
  isWanted: boolean
  isAnswered: boolean
  onClose: (saved: number | undefined, text: string) => void
}): { label: string | undefined; open: () => void; dialog: ReactNode } => {
  const row = useNewRow(resource, filter, isWanted)
  const outlet = use(FormContext)?.get('gedung_id')
  const [openText, setOpenText] = useState<string>()
  const typed = text.trim()
  const close = (saved?: number) => {
    setOpenText(undefined)
    onClose(saved, openText ?? '')
  }
  const values = { ...(typeof outlet === 'number' && { gedung_id: outlet }), ...filter }
  return {
    label: row && `+ Buat ${row.noun}${isAnswered && typed ? ` "${typed}"` : ''}`,
    open: () => setOpenText(typed),
    // A form cannot contain another form, so the dialog is placed outside the surrounding form.
    dialog:
      row &&
      openText !== undefined &&
      createPortal(
        <Boundary resetKey={resource}>
          <Suspense>
            {/* A list renames its own fields only, not those of the new row. */}
            <FieldsContext value={noFields}>
              <FormTargetContext value={{ id: 0, close, start: { text: openText, values } }}>
                <row.Form />
              </FormTargetContext>
            </FieldsContext>
          </Suspense>
        </Boundary>,
        document.body,
      ),
  }
}
