/**
 * Makes the families of a made-up school: a payer with children, or an adult who pays for themself.
 */
import { makePayer, putOtherParent, type Akun, type PayerPlan } from '#server/seed/access/payers.ts'
import type { PersonMaker } from '#server/seed/access/person.ts'
import {
  makeAdultStudent,
  makeChild,
  type Student,
  type StudentNumbers,
} from '#server/seed/access/students.ts'
import type { Maker } from '#server/seed/maker.ts'

/**
 * Draws the number of students of each payer: one to three, rarely more. The first payer is the
 * demo account, who has two children. Each of the last `adultCount` payers has one student: the
 * payer.
 */
const countChildren = ({ options, random: r }: Maker, adultCount: number): number[] => {
  const counts = Array.from({ length: options.accounts }, (_, i) =>
    i === 0 ? Math.min(2, options.students - options.accounts + 1) : 1,
  )
  const anyFamily = () => r.int(1, options.accounts - adultCount - 1)
  for (let rest = options.students - counts.reduce((a, b) => a + b, 0); rest > 0; rest--) {
    let i = anyFamily()
    for (let tries = 0; counts[i]! >= 3 && tries < 8; tries++) i = anyFamily()
    counts[i]!++
  }
  return counts
}

/** Makes all families. The last fifth of the payers are adults who are students themselves. */
export const makeFamilies = (
  maker: Maker,
  person: PersonMaker,
  nextNumber: StudentNumbers,
  common: Pick<PayerPlan, 'outlets' | 'sales' | 'adminId'>,
): { akun: Akun[]; students: Student[] } => {
  const { accounts } = maker.options
  const adultCount = Math.min(Math.round(accounts * 0.2), accounts - 1)
  const childCounts = countChildren(maker, adultCount)
  const akun: Akun[] = []
  const students: Student[] = []
  for (const [index, count] of childCounts.entries()) {
    const adult = index >= accounts - adultCount
    const payer = makePayer(maker, person, { ...common, index, adult, students: count })
    akun.push(payer.akun)
    if (adult) {
      students.push(makeAdultStudent(maker, person, nextNumber, payer))
      continue
    }
    person.putPerson(payer.row, payer.akun.nama)
    putOtherParent(maker, payer)
    for (let nth = 0; nth < count; nth++)
      students.push(makeChild(maker, person, nextNumber, payer, nth))
  }
  return { akun, students }
}
