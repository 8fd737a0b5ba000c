/**
 * Types of the module of a resource: the code that the declaration of the resource in `contract/`
 * cannot contain, such as the row scope of users, the rules of writes, and the actions.
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
import type { ChoiceRules } from '#server/resource/choiceRules.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Row as stored in the resource's own table, without its expands. */
export type Stored<R extends AnyResource> = Omit<Row<R>, keyof R['expand']>
/** Arguments of the hooks of a create or update. */
interface Write<R extends AnyResource> {
  trx: Trx
  ctx: Ctx
  /**
   * Values of the request. In an update, the fields that the request omits have their stored
   * values.
   */
  input: Readonly<Parsed<R>>
  /** Row before the update; undefined for a create. */
  current: Stored<R> | undefined
}
/** Request to write a row, before its body is checked. */
export interface WriteRequest {
  ctx: Ctx
  /** Value `create`, `update` or the name of an action. */
  operation: string
  body: Readonly<Record<string, unknown>>
}
/**
 * Decisions about a write, made before anything is stored. A module can add values that `after`
 * needs.
 */
export interface WritePlan<R extends AnyResource> {
  /** Values of columns that the server computes; they replace the values of the request. */
  columns: Partial<Stored<R>>
  /**
   * Fields of a new row that `after` stores in other tables, as `virtualFields` would read them. A
   * plan with `stored` also says that `after` does not change the row itself, so that neither is
   * read back after the write.
   */
  stored?: Partial<Out<R['extra']>>
}
/**
 * Result of the module's `prepare`; undefined when the row is not written by a request but by other
 * code, such as an import.
 */
interface Prepared<Preparation> {
  prepared: Preparation | undefined
}

/**
 * Further table of a resource, such as `user_gedung` of users. Each of its rows belongs to a row of
 * the resource.
 */
interface Part {
  table: keyof Tables
  /** Column with the id of the resource's row. */
  by: string
  /** Other columns of this table that hold ids, each with the resource to which the ids belong. */
  references: Readonly<Record<string, ResourceName>>
  /** Set if the columns in `references` hold JSON lists of ids instead of single ids. */
  list?: true
  /**
   * Name of this table in the error message when a row cannot be deleted because this table refers
   * to that row. Default: the label of the resource.
   */
  label?: string
}

/** Values that are concealed from an actor: the actor reads null in place of them. */
interface Concealed {
  /** Columns that are concealed in the rows for which `where` holds. */
  columns: readonly string[]
  where: Condition
  /**
   * Columns of expanded rows, by the name of the expand. These columns are concealed in all rows.
   */
  expands?: Readonly<Record<string, readonly string[]>>
}

/**
 * Column that a module adds to exported files. It replaces the table's column of the same name, if
 * any. Its cells show either the SQL value `said`, or the names of the rows of the resource `list`
 * whose ids are in the SQL value `ids`.
 */
export type FileColumn = {
  name: string
  label: string
  kind?: CellKind
  /**
   * Whether an export of the columns shown on a screen (parameter `kolom`) also contains this
   * column, even if the screen does not show it.
   */
  always?: true
} & ({ said: CellExpression } | { ids: RawBuilder<unknown>; list: ResourceName })
/** Database engine, caller and query parameters of an export. */
export interface FileFor {
  engine: Engine
  actor: Actor
  params: URLSearchParams
}

/**
 * Returns the printable documents of rows, such as bills, in the order of `ids`. `scopeOf` returns
 * the condition for the rows of a resource that the actor may see, or undefined if the actor may
 * see all rows.
 */
export type Papers = (x: {
  ctx: Ctx
  ids: readonly number[]
  size: PaperSize
  settings: Settings
  scopeOf: (resource: ResourceName) => Condition | undefined
}) => Promise<Paper[]>

/** Kept totals of a list (server/resource/kept/keptSums.ts). */
interface KeptTotals {
  /** Filters whose conditions read only columns by which the totals are kept. */
  filters: readonly string[]
  /** Whether the row scope of the actor reads only columns by which the totals are kept. */
  covers: (actor: Actor) => boolean
}

interface Rules<R extends AnyResource, Plan extends WritePlan<R>, Preparation> extends ChoiceRules {
  /**
   * Returns the condition for the rows that the actor may see; undefined if the actor may see all
   * rows.
   */
  scope?: (actor: Actor) => Condition | undefined
  /** Access codes for the list; a user needs one of them. Default: `<name>/index`. */
  listCodes?: readonly AccessCode[]
  /**
   * Additional access codes for the uploaded files of the rows. To read a file, a user needs one of
   * these codes, or a code for the list or the view of the resource.
   */
  fileCodes?: readonly AccessCode[]
  /**
   * Returns rows as printable documents; used only if the declaration names the access code for
   * printing (`paper`).
   */
  papers?: Papers
  /**
   * Does slow work, such as hashing a password, before the transaction of a create, an update or an
   * action starts. The body is not yet checked. The result is passed as `prepared` to `before`,
   * `plan`, `after` and the functions of actions.
   */
  prepare?: (request: WriteRequest) => Promise<Preparation>
  /** Checks a create or update, and returns the columns that the server computes. */
  before?: (write: Write<R> & Prepared<Preparation>) => Promise<Partial<Stored<R>> | void>
  /**
   * Checks a write, and returns everything that it will store. A module has this function instead
   * of `before` when its function `after` needs decisions that are made here.
   */
  plan?: (write: Write<R> & Prepared<Preparation>) => Promise<Plan>
  /** Writes the rows of other tables, after the row itself is stored. */
  after?: (write: Write<R> & Prepared<Preparation> & { id: number; plan: Plan }) => Promise<void>
  /** Checks a delete, and deletes the rows of other tables that belong to the row. */
  beforeDelete?: (x: { trx: Trx; ctx: Ctx; row: Stored<R> }) => Promise<void>
  /**
   * Set for a table that grows without limit. On SQLite, a separate thread reads its lists, because
   * a slow query would block all other requests.
   */
  large?: true
  /** Filters and callers for which the totals of the list are kept (decision 0261). */
  kept?: KeptTotals
  /**
   * Returns words by which the search (`q`) finds the row, in addition to the values of its search
   * columns.
   */
  searchText?: (write: Write<R> & { id: number }) => Promise<string>
  /**
   * Returns queries of the ids of further rows that the search (`q`) finds because a related row
   * matches, such as students whose payer matches. `word` is the searched word. `matches` is the
   * condition that a row of the resource's own table contains the word; this function applies it to
   * related rows in the same table.
   */
  foundThrough?: (matches: Condition, actor: Actor, word: string) => RawBuilder<unknown>[]
  /**
   * Returns the fields of a row that are stored in other tables. The server needs these fields to
   * check a partial update against the whole row, and to write the audit log.
   */
  virtualFields?: (x: { trx: Trx; row: Stored<R> }) => Promise<Partial<Out<R['extra']>>>
  /**
   * Operations that assign a document number: `true` for create and every action, otherwise the
   * listed operations. The transaction of such an operation first waits until no other transaction
   * uses the counter of document numbers.
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
    /** Row before an update; undefined for a create or an action. */
    before?: Stored<R>
  }) => Promise<void>
  /** Condition on the rows of a list, used when the query has no `status` filter. */
  defaultFilter?: Condition
  /** Returns the name of a row in messages and titles, used when no single column holds it. */
  displayName?: (row: Stored<R>) => string
  /**
   * SQL for the name of a row, for exported files of other rows that refer to this row. Used when
   * no column holds the name.
   */
  nameInFile?: NameInFile
  /**
   * Further tables of the resource. A row cannot be deleted while a row in one of these tables or
   * in the resource's own table refers to it.
   */
  parts?: readonly Part[]
  /** Marks a row as deleted. If a module has this function, rows are not deleted from the table. */
  remove?: (x: { trx: Trx; ctx: Ctx; row: Stored<R> }) => Promise<void>
  /**
   * Returns the values that are concealed from an actor in rows that the actor may otherwise see.
   */
  conceal?: (actor: Actor) => readonly Concealed[]
  /** Returns the columns of exported files that the contract does not declare. */
  exported?: (x: FileFor) => readonly FileColumn[]
  /**
   * Actions that erase personal data. For these actions, the audit log records the user, the time
   * and the reason, but no values of the row.
   */
  erases?: readonly ActionName<R>[]
}
/**
 * Functions that read the expands of kind `own` (one value per row) and `owns` (a list per row).
 * Each function returns a map from the ids of rows to their values, limited to the actor's scope.
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
 * Function of an action on one row. It runs inside the transaction of the request. If the action
 * creates another row to replace the given row, the function returns the id of the new row, and the
 * response contains the new row.
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
 * Declares the module of a resource. The types demand a function for every action, every custom
 * filter and every expand of kind `own` or `owns`.
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
/** Names of functions whose parameter type depends on the resource of the module. */
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
/** Module without the types of its rows and inputs, for code that handles all modules alike. */
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
/**
 * Tables by name without specific row types, for code that gets table names from the declarations
 * of resources.
 */
export type AnyTables = Record<string, Record<string, unknown>>
export const untyped = (db: Db): Kysely<AnyTables> => db as unknown as Kysely<AnyTables>
