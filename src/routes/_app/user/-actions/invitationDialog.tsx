import { waktu } from '#src/ui/format/format.ts'
import { LinkDialog } from '#src/ui/overlay/LinkDialog.tsx'

export interface InvitationLink {
  tautan: string
  kedaluwarsa: string
}
interface Props {
  name: string
  link: InvitationLink
  close: () => void
}
/** Dialog with the invitation link by which a person sets the first password. */
export const InvitationDialog = ({ name, link: { tautan, kedaluwarsa }, close }: Props) => (
  <LinkDialog
    title={`Tautan undangan ${name}`}
    url={new URL(tautan, location.href).href}
    close={close}
  >
    Dengan tautan ini {name} membuat passwordnya sendiri. Hanya dapat dipakai sekali, sampai{' '}
    {waktu(kedaluwarsa)}, dan tidak ditampilkan lagi. Kirim kepada orangnya saja.
  </LinkDialog>
)
