/**
 * Store of data from earlier responses: rows and files by resource, and values by field name. The
 * next requests are made from this data.
 */
import type { Random } from './random.ts'

type Row = Record<string, unknown>
const maxRows = 60
const maxValues = 40
const maxFiles = 4
const maxFileBytes = 200_000
const maxObjects = 150
const maxText = 300

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface Seen {
  /** Stores the rows and field values of a response of the resource. */
  learn: (resource: string, data: unknown, r: Random) => void
  learnFile: (resource: string, name: string, bytes: Buffer) => void
  rows: (resource: string) => readonly Row[]
  values: (name: string) => readonly unknown[]
  files: (resource: string) => readonly { name: string; bytes: Buffer }[]
}

/**
 * Adds a value to the list of a name. If the list already has `max` values, replaces a random
 * value, so that the list contains values from the whole run.
 */
const keep = <T>(lists: Map<string, T[]>, name: string, value: T, max: number, r: Random) => {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  if (list.length < max) list.push(value)
  else list[r.int(0, max - 1)] = value
}

/** Makes an empty store of seen data. */
export const newSeen = (): Seen => {
  const rows = new Map<string, Row[]>()
  const values = new Map<string, unknown[]>()
  const files = new Map<string, { name: string; bytes: Buffer }[]>()

  /** Stores a row. If a row with an equal id is stored, merges the fields into the stored row. */
  const learnRow = (resource: string, row: Row, r: Random) => {
    const knownRows = rows.get(resource) ?? []
    const index =
      row.id === undefined ? -1 : knownRows.findIndex((knownRow) => knownRow.id === row.id)
    if (index >= 0) knownRows[index] = { ...knownRows[index], ...row }
    else keep(rows, resource, row, maxRows, r)
  }
  const learnValues = (data: unknown, r: Random) => {
    const open: unknown[] = [data]
    for (let count = 0; open.length > 0 && count < maxObjects; count++) {
      const next = open.shift()
      if (Array.isArray(next)) open.push(...next.slice(0, 30))
      if (!isRow(next)) continue
      for (const [name, value] of Object.entries(next)) {
        if (typeof value === 'object') open.push(value)
        else if (typeof value !== 'string' || value.length <= maxText)
          keep(values, name, value, maxValues, r)
      }
    }
  }
  return {
    learn: (resource, data, r) => {
      for (const row of [data].flat().slice(0, 30)) if (isRow(row)) learnRow(resource, row, r)
      learnValues(data, r)
    },
    learnFile: (resource, name, bytes) => {
      if (bytes.length === 0 || bytes.length > maxFileBytes) return
      const list = files.get(resource) ?? []
      files.set(resource, [...list, { name, bytes }].slice(-maxFiles))
    },
    rows: (resource) => rows.get(resource) ?? [],
    values: (name) => values.get(name) ?? [],
    files: (resource) => files.get(resource) ?? [],
  }
}
