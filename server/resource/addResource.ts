/** Adds the HTTP routes of a resource, according to its declaration and its module. */
import type { AccessCode } from '#contract/access/access.ts'
import { addRoute, type Handler, type Routes } from '#server/http/routes.ts'
import type { AnyModule, ModuleOf } from '#server/resource/module.ts'
import { actionOperation } from '#server/resource/operations/action.ts'
import { choicesOperation } from '#server/resource/operations/choices.ts'
import type { OperationContext } from '#server/resource/operations/context.ts'
import { createOperation } from '#server/resource/operations/create.ts'
import { deleteOperation } from '#server/resource/operations/delete.ts'
import { exportOperation } from '#server/resource/operations/export.ts'
import { kertasOperation } from '#server/resource/operations/kertas.ts'
import { listOperation } from '#server/resource/operations/list.ts'
import { pdfOperation } from '#server/resource/operations/pdf.ts'
import { totalOperation } from '#server/resource/operations/total.ts'
import { updateOperation } from '#server/resource/operations/update.ts'
import { viewOperation } from '#server/resource/operations/view.ts'
import { writerOf } from '#server/resource/writer.ts'

/**
 * Adds a route for each operation of a resource. An operation whose access is null gets no route.
 */
export const addResource = (routes: Routes, module: AnyModule, moduleOf: ModuleOf): void => {
  const { resource, listCodes } = module
  const { name, access } = resource
  const context: OperationContext = { module, moduleOf, writer: writerOf(module, moduleOf) }
  const add = (method: 'GET' | 'POST', operation: string, handler: Handler) => {
    const code = `${name}/${operation}`
    if (access[operation] !== null)
      addRoute(routes, { method, path: `/${code}`, codes: [code], handler })
  }
  /** Adds a GET route that is open to all users who may see the list. */
  const addForList = (path: string, handler: Handler) => {
    const codes = listCodes ?? [`${name}/index` as AccessCode]
    if (access.index !== null) addRoute(routes, { method: 'GET', path, codes, handler })
  }
  addForList(`/${name}`, listOperation(context))
  if (resource.totals.length > 0) addForList(`/${name}/total`, totalOperation(context))
  add('GET', 'ekspor', exportOperation(context))
  const { paper } = resource
  const { papers } = module
  if (paper && papers)
    for (const [path, operation] of [
      ['pdf', pdfOperation],
      ['kertas', kertasOperation],
    ] as const)
      addRoute(routes, {
        method: 'GET',
        path: `/${name}/${path}`,
        codes: [`${name}/${paper}`],
        handler: operation(context, papers),
      })
  add('GET', 'view', viewOperation(context))
  if (resource.choice) add('GET', 'pilihan', choicesOperation(context, resource.choice))
  add('POST', 'create', createOperation(context))
  add('POST', 'update', updateOperation(context))
  add('POST', 'delete', deleteOperation(context))
  for (const [action, schema] of Object.entries(resource.actions))
    add('POST', action, actionOperation(context, { action, schema }))
}
