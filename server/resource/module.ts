/**
 * Module of a resource: the parts that a declaration cannot state, such as row scope, rules and
 * actions. The routes themselves come from the declaration.
 */
import type { Kysely, RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { AccessCode } from '#contract/access/access.ts'
import type { Paper, PaperSize } from '#contract/print/paper.ts'
import type { ResourceName } from '#contract/registry.ts'
import type { ActionInput, ActionName, AnyResource, Out, Parsed, Row } from '#contract/resource.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Db, Tables, Trx } from '#server/db/schema/tables.ts'
import type { CellExpression, NameInFile } from '#server/export/cellTypes.ts'
import type { CellKind } from '#server/export/xlsx.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** A stored row, without its expands. */
export type Stored<R extends AnyResource> = Omit<Row<R>, keyof R['expand']>
/** Arguments of the hooks of a create or update. */
interface Write<R extends AnyResource> {
  trx: Trx
  ctx: Ctx
  /** Complete, read-only input of the request. Decisions about the input are stored in the plan. */
  input: Readonly<Parsed<R>>
  /** Row before the update; undefined for a create. */
  current: Stored<R> | undefined
}
/** Request to write a row, before its body is checked. */
export interface WriteRequest {
  ctx: Ctx
  /** Either `create`, `update` or the name of an action. */
  operation: string
  body: Readonly<Record<string, unknown>>
}
/** Plan of a write, made before any part of the write is stored. */
export interface WritePlan<R extends AnyResource> {
  /** Values of the columns that the server computes. */
  columns: Partial<Stored<R>>
}
/**
 * Result of `prepare`; undefined when a row is written without a request, for example by an import.
 */
interface Prepared<Preparation> {
  prepared: Preparation | undefined
}

/**
 * Table other than the resource's own whose rows belong to a row of the resource. `by` is the
 * column with the id of that row; `references` maps columns to the resources that they refer to.
 * With `list`, such a column holds a JSON list of ids.
 */
interface Part {
  table: keyof Tables
  by: string
  references: Readonly<Record<string, ResourceName>>
  list?: true
  /**
   * Label of the resource when it is listed as a user of a row; default: the label of the resource.
   */
  label?: string
}

/**
 * Columns that are concealed in the rows for which `where` holds, and columns of expands that are
 * concealed.
 */
interface Concealed {
  columns: readonly string[]
  where: Condition
  expands?: Readonly<Record<string, readonly string[]>>
}

/**
 * Column of an exported file that the table does not have, or that replaces the table's column of
 * that name. `said` computes its value; `ids` is a list of ids of rows of the resource `list`.
 */
export type FileColumn = { name: string; label: string; kind?: CellKind } & (
  | { said: CellExpression }
  | { ids: RawBuilder<unknown>; list: ResourceName }
)
/** Engine, caller and query parameters for which a file is exported. */
export interface FileFor {
  engine: Engine
  actor: Actor
  params: URLSearchParams
}

/**
 * Returns the printable documents of rows, in the order of `ids`. `scopeOf` returns the condition
 * for the rows of a resource that the actor may see; undefined for all rows.
 */
export type Papers = (x: {
  ctx: Ctx
  ids: readonly number[]
  size: PaperSize
  settings: Settings
  scopeOf: (resource: ResourceName) => Condition | undefined
}) => Promise<Paper[]>

interface Rules<R extends AnyResource, Plan extends WritePlan<R>, Preparation> {
  /** Returns the condition for the rows that the actor may see; undefined for all rows. */
  scope?: (actor: Actor) => Condition | undefined
  /** Access codes, any of which opens the list; default: `<name>/index`. */
  listCodes?: readonly AccessCode[]
  /**
   * Access codes, any of which opens the files of the rows, in addition to the codes that open the
   * rows. They serve users who may print a row but not maintain it.
   */
  fileCodes?: readonly AccessCode[]
  /**
   * Returns rows as printable documents; used only if the declaration names an access code for it
   * (`paper`).
   */
  papers?: Papers
  /**
   * Does slow work that needs no transaction, before the transaction of a create, an update or an
   * action starts. The body is not checked yet. The result is passed to the hooks of the write and
   * to actions.
   */
  prepare?: (request: WriteRequest) => Promise<Preparation>
  /** Checks a create or update, and returns the columns that the server computes. */
  before?: (write: Write<R> & Prepared<Preparation>) => Promise<Partial<Stored<R>> | void>
  /**
   * Used instead of `before` when `after` needs more than the input: checks the write, decides
   * everything that will be stored, and returns it.
   */
  plan?: (write: Write<R> & Prepared<Preparation>) => Promise<Plan>
  /** Writes the planned rows of other tables. */
  after?: (write: Write<R> & Prepared<Preparation> & { id: number; plan: Plan }) => Promise<void>
  /** Checks a delete, and deletes the rows that depend on the row. */
  beforeDelete?: (x: { trx: Trx; ctx: Ctx; row: Stored<R> }) => Promise<void>
  /**
   * Whether the table grows with the years. On SQLite, a separate thread then reads its lists,
   * because a filter without an index would block all other requests.
   */
  large?: true
  /** Returns words by which `q` finds the row, in addition to its search columns. */
  searchText?: (write: Write<R> & { id: number }) => Promise<string>
  /**
   * Returns the condition for further rows that `q` finds because a related row of the table
   * matches: students through their payer, for example.
   */
  foundThrough?: (matches: Condition, actor: Actor) => Condition
  /**
   * Returns input fields that are stored in other tables, so that a partial update is checked as a
   * whole.
   */
  virtualFields?: (x: { trx: Trx; row: Stored<R> }) => Promise<Partial<Out<R['extra']>>>
  /**
   * Operations that take a document number: `true` for create and every action, otherwise the
   * listed ones. Their transaction queues for the counter before it does anything else.
   */
  takesNumbers?: true | readonly string[]
  /**
   * Called after the commit of a create, an update or an action, for example to notify other users.
   */
  afterCommit?: (x: {
    ctx: Ctx
    aksi: string
    row: Stored<R>
    input: Readonly<Record<string, unknown>>
    /** Row before an update; absent for a create or an action. */
    before?: Stored<R>
  }) => Promise<void>
  /** Condition for the rows of a list when the query has no `status` filter. */
  defaultFilter?: Condition
  /** Condition for the rows of a picker when the query has neither ids nor a `status` filter. */
  choiceFilter?: Condition
  /** Text that a picker shows beside the label of a row, used when no column holds the text. */
  choiceNote?: RawBuilder<unknown>
  /**
   * Returns the SQL of the text about the current state of a row that a picker shows after the
   * note; null for a row without such a text.
   */
  choiceState?: (db: Db) => Promise<RawBuilder<unknown>>
  /** Returns the name of a row as users see it, used when no single column holds the name. */
  displayName?: (row: Stored<R>) => string
  /** Name of a referenced row in exported files, used when no column holds the name. */
  nameInFile?: NameInFile
  /**
   * Tables of the module that are no resources themselves. Their references count as references of
   * the row, so a row that they refer to cannot be deleted.
   */
  parts?: readonly Part[]
  /** Used instead of deleting the row: marks it as deleted. */
  remove?: (x: { trx: Trx; ctx: Ctx; row: Stored<R> }) => Promise<void>
  /**
   * Returns the columns to hide from an actor in rows that the actor may see. They read as null
   * where the condition holds; the named columns of expands always do.
   */
  conceal?: (actor: Actor) => readonly Concealed[]
  /** Returns columns of exported files in addition to those of the contract. */
  exported?: (x: FileFor) => readonly FileColumn[]
  /**
   * Actions whose audit entry has user, time and reason, but not the old values, because the action
   * erases personal data.
   */
  erases?: readonly ActionName<R>[]
}
/**
 * Handlers of expands of kind `own` and `owns`. Each returns the related values in the actor's
 * scope for many rows at once, by the id of the row.
 */
type OwnExpands<R extends AnyResource> = {
  [K in keyof R['expand'] as R['expand'][K] extends { kind: 'own' | 'owns' } ? K : never]: (x: {
    db: Db | Trx
    actor: Actor
    ids: number[]
  }) => Promise<
    Map<
      number,
      R['expand'][K] extends { kind: 'owns'; schema: z.ZodMiniType<infer S> }
        ? S[]
        : R['expand'][K] extends { schema: z.ZodMiniType<infer S> }
          ? S
          : never
    >
  >
}
/**
 * Handler of an action on one row, run inside the transaction of the call. If the action creates a
 * replacement row, it returns the id of that row, and the call returns that row.
 */
export type Action<R extends AnyResource, A extends ActionName<R>, Preparation = unknown> = (
  x: {
    trx: Trx
    ctx: Ctx
    row: Stored<R>
    input: R['actions'][A] extends z.ZodMiniType ? z.output<R['actions'][A]> : ActionInput<R, A>
  } & Prepared<Preparation>,
) => Promise<void | number>
type Filters<R extends AnyResource> = {
  [F in keyof R['customFilters']]: (
    value: z.output<R['customFilters'][F]>,
    actor: Actor,
  ) => Condition
}
type Actions<R extends AnyResource, Preparation> = {
  [A in ActionName<R>]: Action<R, A, Preparation>
}
type Needed<K extends string, T> = keyof T extends never ? { [P in K]?: T } : { [P in K]: T }

type ModuleRules<R extends AnyResource, Plan extends WritePlan<R>, Preparation> = Rules<
  R,
  Plan,
  Preparation
> &
  Needed<'filters', Filters<R>> &
  Needed<'actions', Actions<R, Preparation>> &
  Needed<'expands', OwnExpands<R>>
export type Module<
  R extends AnyResource,
  Plan extends WritePlan<R> = WritePlan<R>,
  Preparation = unknown,
> = ModuleRules<R, Plan, Preparation> & { resource: R }
/**
 * Declares the module of a resource. The types demand a handler for every action, custom filter and
 * own expand of the resource.
 */
export const module = <
  R extends AnyResource,
  Plan extends WritePlan<R> = WritePlan<R>,
  Preparation = unknown,
>(
  resource: R,
  rules: ModuleRules<R, Plan, Preparation>,
): Module<R, Plan, Preparation> => ({ ...rules, resource })

type AnyRules = Rules<AnyResource, WritePlan<AnyResource>, unknown>
/** Names of hooks that take a row or an input whose type only their own module knows. */
type OwnHook =
  | 'prepare'
  | 'before'
  | 'plan'
  | 'after'
  | 'beforeDelete'
  | 'searchText'
  | 'virtualFields'
  | 'afterCommit'
  | 'displayName'
  | 'remove'
/** Module with an unspecific type, for code that handles the modules of all resources. */
export type AnyModule<R extends AnyResource = AnyResource> = Omit<AnyRules, OwnHook> & {
  [K in OwnHook]?: (x: never) => ReturnType<NonNullable<AnyRules[K]>>
} & {
  resource: R
  expands?: Record<
    string,
    (x: { db: Db | Trx; actor: Actor; ids: number[] }) => Promise<Map<number, unknown>>
  >
  filters?: Record<string, (value: never, actor: Actor) => Condition>
  actions?: Record<string, (x: never) => Promise<void | number>>
}
/** Returns the module of a resource by its name; undefined for an unknown name. */
export type ModuleOf = (name: string) => AnyModule | undefined
/** Module of a resource, whatever the types of its plan and preparation are. */
export type ModuleFor<R extends AnyResource> = AnyModule<R>
/** Returns modules without their specific types, for code that loops over all of them. */
export const loosely = (modules: object): Record<string, AnyModule> =>
  modules as Record<string, AnyModule>
/** Tables by name without specific row types, for code that is driven by declarations. */
export type AnyTables = Record<string, Record<string, unknown>>
export const untyped = (db: Db): Kysely<AnyTables> => db as unknown as Kysely<AnyTables>
