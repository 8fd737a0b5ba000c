/** States of a payslip, and kinds of its lines, each with a label. */
import { enumOf } from '#contract/enums.ts'

export const StatusHonor = enumOf([
  ['draft', 'Draft'],
  ['final', 'Final', 'orange'],
  ['dibayar', 'Dibayar', 'green'],
])
export const JenisBarisHonor = enumOf([
  ['pertemuan', 'Pertemuan'],
  ['koreksi', 'Koreksi'],
  ['tetap', 'Honor tetap'],
])
