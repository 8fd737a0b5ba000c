import type { AccessCode } from '#contract/access/access.ts'
import type { AnyResource } from '#contract/resource.ts'
import type { Hooks, Restore } from '#src/data/api/createHooks.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { showFailure, toast } from '#src/state/feedback.ts'

/**
 * Returns a function that shows the toast `<name> dihapus`. If `restore` is given and the user may
 * create rows, the toast offers `Urungkan`, which creates the deleted row again.
 */
export const useDeletedToast = <R extends AnyResource>({ resource, settle }: Hooks<R>) => {
  const allowed = useAllowed()
  const mayCreate =
    resource.access.create != null && allowed(`${resource.name}/create` as AccessCode)
  return (name: string, restore: Restore | undefined): void => {
    const bringBack = async (again: Restore) => {
      try {
        await again()
        toast(`${name} dikembalikan`)
      } catch (error) {
        showFailure(error)
      } finally {
        settle()
      }
    }
    toast(`${name} dihapus`, mayCreate && restore ? { undo: () => void bringBack(restore) } : {})
  }
}
