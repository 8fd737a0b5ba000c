/** Builds the letterhead of documents, for both the screen and the PDF (decision 0053). */
import { contactOf, type Letterhead } from '#contract/catalog/letterhead.ts'
import type { Kop } from '#contract/print/paper.ts'

/** Returns the letterhead of an outlet, or the letterhead of the school without an outlet. */
export const kopOf = (
  outlet: Letterhead | null | undefined,
  settings: { nama_sekolah: string; npwp: string | null; logo: number | null },
): Kop => {
  const { nama_sekolah: school, npwp, logo } = settings
  return {
    logo: outlet?.logo ?? logo,
    school: outlet && outlet.nama !== school ? school : null,
    name: outlet?.nama ?? school,
    lines: [
      ...(outlet?.kop_surat ? [outlet.kop_surat] : []),
      ...(outlet ? [contactOf(outlet).join(' · ')] : []),
      ...(npwp ? [`NPWP ${npwp}`] : []),
    ].filter(Boolean),
  }
}
