/** Collects the large half of the form code into one chunk, which is fetched when a form opens. */
export { FieldControl } from '#src/ui/form/fields/FieldControl.tsx'
export { FormModal } from '#src/ui/form/FormModal.tsx'
export { Frame } from '#src/ui/form/fields/Frame.tsx'
export { PlainForm } from '#src/ui/form/PlainForm.tsx'
export { EditForm, SaveForm } from '#src/ui/form/SaveForm.tsx'
