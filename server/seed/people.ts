/**
 * Makes a school without its bills and payments: outlets, courses, staff, families, timetable and
 * leads.
 */
import { makeApplicants } from '#server/seed/access/applicants.ts'
import { makeFamilies } from '#server/seed/access/families.ts'
import type { Akun } from '#server/seed/access/payers.ts'
import { makePersonMaker } from '#server/seed/access/person.ts'
import { makeAdmins, makeCoaches, makeSales } from '#server/seed/access/staff.ts'
import { putCoachProfiles, putSalesProfiles } from '#server/seed/access/staffProfiles.ts'
import { makeStudentNumbers } from '#server/seed/access/students.ts'
import { makeBanks, type Bank } from '#server/seed/catalog/banks.ts'
import { makeCourses, type Courses } from '#server/seed/catalog/courses.ts'
import { makeHolidays, makeOutlets } from '#server/seed/catalog/outlets.ts'
import type { Maker } from '#server/seed/maker.ts'
import { makeLeads } from '#server/seed/sales.ts'
import { makeTimetable } from '#server/seed/schedule/classes.ts'
import { makeEnrolments, type Enrolment } from '#server/seed/schedule/enrolments.ts'

/** Data that is needed to generate the bills and payments of a school. */
export interface People {
  akun: Akun[]
  enrolments: Enrolment[]
  bank: Bank[]
  adminId: number
  priceOn: Courses['priceOn']
}

/**
 * Makes a school except its bills and payments. A seed always makes the same people; only their
 * dates depend on `today`.
 */
export const makePeople = (maker: Maker): People => {
  const outlets = makeOutlets(maker)
  makeHolidays(maker)
  const bank = makeBanks(maker)
  const courses = makeCourses(maker, outlets)
  const { kursus, priceOn } = courses

  const person = makePersonMaker(maker)
  const adminId = makeAdmins(maker, person, outlets)
  const sales = makeSales(maker, person, outlets)
  const coaches = makeCoaches(maker, person, outlets, kursus)
  putSalesProfiles(maker, sales)
  putCoachProfiles(maker, coaches, courses, outlets)

  const nextNumber = makeStudentNumbers()
  const { akun, students } = makeFamilies(maker, person, nextNumber, { outlets, sales, adminId })
  const findClass = makeTimetable(maker, coaches, adminId)
  const enrolments = makeEnrolments(maker, students, kursus, findClass, adminId)
  makeApplicants(maker, person, nextNumber, { outlets, kursus, sales })
  makeLeads(maker, sales, outlets, kursus)
  return { akun, enrolments, bank, adminId, priceOn }
}
