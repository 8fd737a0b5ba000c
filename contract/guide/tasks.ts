/** The tasks of the help pages by role. */
import { can, type AccessCode } from '#contract/access/access.ts'
import { RoleId } from '#contract/enums.ts'
import { adminTasks } from '#contract/guide/admin.ts'
import { coachTasks } from '#contract/guide/coach.ts'
import { payerTasks } from '#contract/guide/payer.ts'
import { salesTasks } from '#contract/guide/sales.ts'
import { studentTasks } from '#contract/guide/student.ts'
import { superadminTasks } from '#contract/guide/superadmin.ts'
import { plainStep, type GuideTask } from '#contract/guide/task.ts'
import { routes, type RoutePath } from '#contract/routes.ts'

export interface Guide {
  role: number
  tasks: readonly GuideTask[]
}

/** Ten tasks of each role, the most frequent first. */
export const guides: readonly Guide[] = [
  { role: RoleId.superadmin, tasks: superadminTasks },
  { role: RoleId.admin, tasks: adminTasks },
  { role: RoleId.pelatih, tasks: coachTasks },
  { role: RoleId.sales, tasks: salesTasks },
  { role: RoleId.akunBilling, tasks: payerTasks },
  { role: RoleId.peserta, tasks: studentTasks },
]
/** Roles with a phone in their pictures, because they mostly use one. */
const phoneRoles: readonly number[] = [RoleId.pelatih, RoleId.akunBilling, RoleId.peserta]
/** Sizes of the pictures in px. */
const pictureSizes = {
  desk: { width: 1000, height: 620 },
  phone: { width: 390, height: 620 },
}
/** Returns the size of the pictures of a role. */
export const pictureSizeOf = (role: number): { width: number; height: number } =>
  pictureSizes[phoneRoles.includes(role) ? 'phone' : 'desk']

type Holder = Parameters<typeof can>[0]
/**
 * Returns the guides that a user reads: that of the role `role` (for a custom role its base), all
 * for a superadmin. Tasks on a screen that the user may not open are omitted.
 */
export const guidesFor = (user: Holder, role: number | undefined): Guide[] => {
  const mayOpen = ({ to }: GuideTask) => {
    const access: AccessCode | null = routes[to].access
    return access === null || can(user, access)
  }
  return guides
    .filter((guide) => guide.role === role || role === RoleId.superadmin)
    .map((guide) => ({ role: guide.role, tasks: guide.tasks.filter(mayOpen) }))
}

const sectionOf = (path: string) => path.split('/')[1]
/**
 * Returns the tasks of a screen: those that begin on it, otherwise those that begin on a screen of
 * the same section, such as `/billing/unpaid` for `/billing/view`.
 */
export const tasksOfScreen = (tasks: readonly GuideTask[], path: string): GuideTask[] => {
  const exactTasks = tasks.filter(({ to }) => to === path)
  return exactTasks.length > 0
    ? exactTasks
    : tasks.filter(({ to }) => path !== '/' && sectionOf(to) === sectionOf(path))
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** Returns the tasks that contain every word of the text, in their title, keywords or steps. */
export const tasksWith = (tasks: readonly GuideTask[], q: string): GuideTask[] => {
  const words = folded(q).split(/\s+/).filter(Boolean)
  return tasks.filter((task) => {
    const all = folded(
      [task.title, task.words, routes[task.to].title, ...task.steps.map(plainStep)].join(' '),
    )
    return words.every((word) => all.includes(word))
  })
}

/** Whether a path is one of a screen. */
export const isScreen = (path: string): path is RoutePath => Object.hasOwn(routes, path)
