/**
 * Parts of a resource that a declaration cannot state: row scope, rules, actions. A module adds
 * these parts; the routes come from the declaration.
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

/** A stored row without what expand adds. */
export type Stored<R extends AnyResource> = Omit<Row<R>, keyof R['expand']>
/** A create or update, as its hooks see it. */
interface Write<R extends AnyResource> {
  trx: Trx
  ctx: Ctx
  /** Complete input of the request, read-only: decisions about the input are stored in the plan. */
  input: Readonly<Parsed<R>>
  /** The row before; undefined when it is made. */
  current: Stored<R> | undefined
}
/** A request that will write, before its body is checked. */
export interface WriteRequest {
  ctx: Ctx
  /** `create`, `update` or the action's name. */
  operation: string
  body: Readonly<Record<string, unknown>>
}
/** Plan of a write, decided before any part of the write is stored. */
export interface WritePlan<R extends AnyResource> {
  /** Columns of the row that the server computes. */
  columns: Partial<Stored<R>>
}
/** Result of `prepare`; undefined where a row is written without a request, as by an import. */
interface Prepared<Preparation> {
  prepared: Preparation | undefined
}

/**
 * Rows of another table that belong to a row, by the column with the row's id, with their
 * references: a list of ids is JSON.
 */
interface Part {
  table: keyof Tables
  by: string
  references: Readonly<Record<string, ResourceName>>
  list?: true
  /** Label for the rows that use another row, where the resource's own label is too vague. */
  label?: string
}

/**
 * Concealed columns in rows for which a condition on the resource's table holds; and columns of
 * expands.
 */
interface Concealed {
  columns: readonly string[]
  where: Condition
  expands?: Readonly<Record<string, readonly string[]>>
}

/**
 * Column of a list's file that is no column of its table, or replaces the one of the same name: its
 * value, or a list of ids of a resource.
 */
export type FileColumn = { name: string; label: string; kind?: CellKind } & (
  | { said: CellExpression }
  | { ids: RawBuilder<unknown>; list: ResourceName }
)
/** For whom, of which list and on which engine a file is made. */
export interface FileFor {
  engine: Engine
  actor: Actor
  params: URLSearchParams
}

/**
 * Describes the documents of some rows, in the order of their ids; `scopeOf` returns the rows of a
 * resource that the actor sees.
 */
export type Papers = (x: {
  ctx: Ctx
  ids: readonly number[]
  size: PaperSize
  settings: Settings
  scopeOf: (resource: ResourceName) => Condition | undefined
}) => Promise<Paper[]>

interface Rules<R extends AnyResource, Plan extends WritePlan<R>, Preparation> {
  /**
   * Condition on the resource's table that holds for the rows of this actor; undefined for all
   * rows.
   */
  scope?: (actor: Actor) => Condition | undefined
  /** Codes of which any one opens the list, where it is not `<name>/index` alone. */
  listCodes?: readonly AccessCode[]
  /**
   * Codes of which any one opens the files of its rows, besides those that open the rows
   * themselves: what is printed for who may not maintain it.
   */
  fileCodes?: readonly AccessCode[]
  /** Rows as printable documents, if the declaration has a code for them (`paper`). */
  papers?: Papers
  /**
   * Does slow work that needs no transaction, before the transaction of a create, an update or an
   * action whose body is not checked yet. The result is passed to the hooks of the write and to
   * actions.
   */
  prepare?: (request: WriteRequest) => Promise<Preparation>
  /** Checks a create or update, and returns computed columns to store. */
  before?: (write: Write<R> & Prepared<Preparation>) => Promise<Partial<Stored<R>> | void>
  /**
   * Replaces `before` where `after` needs more than the input: validates, decides all writes, and
   * returns them.
   */
  plan?: (write: Write<R> & Prepared<Preparation>) => Promise<Plan>
  /** Writes what lives in other tables, as it was planned. */
  after?: (write: Write<R> & Prepared<Preparation> & { id: number; plan: Plan }) => Promise<void>
  /** Checks a delete, and removes what depends on the row. */
  beforeDelete?: (x: { trx: Trx; ctx: Ctx; row: Stored<R> }) => Promise<void>
  /**
   * Whether the table grows with the years: on SQLite a thread reads its lists, because a filter
   * without an index would block all other requests.
   */
  large?: true
  /** Words beside the search columns that `q` finds. */
  searchText?: (write: Write<R> & { id: number }) => Promise<string>
  /**
   * Returns the condition for rows that `q` finds through matching rows of the same table: students
   * through their payer.
   */
  foundThrough?: (matches: Condition, actor: Actor) => Condition
  /** Inputs that are stored elsewhere, so that a partial update is checked as a whole. */
  virtualFields?: (x: { trx: Trx; row: Stored<R> }) => Promise<Partial<Out<R['extra']>>>
  /**
   * Whether create and actions, or the listed ones, take document numbers: they queue for the
   * counter first.
   */
  takesNumbers?: true | readonly string[]
  /** Called after the commit of a create, an update or an action, to notify other users. */
  afterCommit?: (x: {
    ctx: Ctx
    aksi: string
    row: Stored<R>
    input: Readonly<Record<string, unknown>>
    /** Row before an update. */
    before?: Stored<R>
  }) => Promise<void>
  /** Condition for the rows of a list without a `status` filter. */
  defaultFilter?: Condition
  /** Condition for the rows of a picker without ids or a `status` filter. */
  choiceFilter?: Condition
  /** Text that a picker shows beside a row's label, where no column of the row holds the text. */
  choiceNote?: RawBuilder<unknown>
  /** Text after the picker's note about the row's current state, or null. */
  choiceState?: (db: Db) => Promise<RawBuilder<unknown>>
  /** Returns the name of a row for people, where no single column holds the name. */
  displayName?: (row: Stored<R>) => string
  /** Name in files of a row that others refer to, where no column of the row holds the name. */
  nameInFile?: NameInFile
  /**
   * Its tables that are no resource: through them the row uses what they refer to, and keeps it
   * from being deleted.
   */
  parts?: readonly Part[]
  /** Marks the row as deleted instead of deleting the row. */
  remove?: (x: { trx: Trx; ctx: Ctx; row: Stored<R> }) => Promise<void>
  /**
   * Columns hidden from an actor in rows that the actor sees: the columns are null where the
   * condition holds, and so are those of expands.
   */
  conceal?: (actor: Actor) => readonly Concealed[]
  /** Columns that the files of its list have besides those of the contract. */
  exported?: (x: FileFor) => readonly FileColumn[]
  /** Actions whose audit entry has user, time and reason, but not the old values. */
  erases?: readonly ActionName<R>[]
}
/** Reads an expand for many rows at once: the related rows of each id, in the actor's scope. */
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
 * Action on one row, inside its transaction. An action that creates a replacement row returns the
 * new row's id, which the call returns.
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
 * A resource's module; every action and custom filter that the resource declares must have its
 * handler.
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
/** Hooks that take a row or an input, of which only their own module knows the type. */
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
/** A module as the route factory sees it: the precise types end where the registry is walked. */
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
/** Finds the module of a resource by name. */
export type ModuleOf = (name: string) => AnyModule | undefined
/** Module of a resource, for any type of its hooks' results. */
export type ModuleFor<R extends AnyResource> = AnyModule<R>
/** The modules without their precise types, for the code that walks them all. */
export const loosely = (modules: object): Record<string, AnyModule> =>
  modules as Record<string, AnyModule>
/** Any table by name, for code that is driven by declarations. */
export type AnyTables = Record<string, Record<string, unknown>>
export const untyped = (db: Db): Kysely<AnyTables> => db as unknown as Kysely<AnyTables>
