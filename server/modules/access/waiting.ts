/**
 * Counts of the work that waits for a decision, for the dashboard. Each count is computed by the
 * list or the call that shows the counted rows, so that both always agree.
 */
import {
  waiting,
  waitingNames,
  type CountedList,
  type Waiting,
  type WaitingName,
  type waitingToday,
} from '#contract/access/waitingCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Handlers } from '#server/http/calls.ts'
import { allows, type Ctx } from '#server/http/context.ts'
import { listJobs } from '#server/jobs/calls.ts'
import { readUngenerated } from '#server/modules/billing/generate/ungenerated.ts'
import { readOpenTills } from '#server/modules/billing/tutupKas/calls.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { readUnattended } from '#server/modules/schedule/coaches/substitutes.ts'
import { readOpenSetup } from '#server/modules/settings/setup.ts'
import { readerFor } from '#server/resource/operations/context.ts'
import { listQueryOf } from '#server/resource/operations/listQuery.ts'
import { readTotals } from '#server/resource/operations/total.ts'
import { countRows } from '#server/resource/rows.ts'

type Answer = CallOutput<typeof waitingToday>
type Count = NonNullable<Answer['menunggu'][WaitingName]>

/** Returns the module of a list, and its parsed query with the given filters. */
const listOf = (ctx: Ctx, { of, filter }: CountedList) => {
  const module = moduleOf(of)
  if (!module) throw new Error(`no module ${of}`)
  return { module, query: listQueryOf(module, ctx, new URLSearchParams(filter)) }
}
/** Returns the number of rows of a list in the actor's scope. */
const countList = (ctx: Ctx, list: CountedList): Promise<number> => {
  const { module, query } = listOf(ctx, list)
  return countRows({ db: readerFor(module, ctx), module, actor: ctx.actor, query })
}
const named = (names: readonly string[]) => ({ jumlah: names.length, nama: [...new Set(names)] })

/**
 * Functions that read the counts for which `countList` is not enough, for example because the
 * response also contains an amount or names.
 */
const readers: Partial<Record<WaitingName, (ctx: Ctx) => Promise<Count>>> = {
  tunggakan: async (ctx) => {
    const { module, query } = listOf(ctx, waiting.tunggakan.list)
    const { jumlah_baris = 0, sisa = 0 } = await readTotals(ctx, module, query)
    return { jumlah: jumlah_baris, sisa }
  },
  tanpaGuru: async (ctx) => {
    const { pertemuan } = await readUnattended(ctx)
    return named(pertemuan.map(({ pelatih }) => pelatih.name))
  },
  kas: async (ctx) => named((await readOpenTills(ctx)).map(({ nama }) => nama)),
  pekerjaan: async (ctx) => {
    const jobs = await listJobs(ctx)
    const bad = jobs.filter(({ terakhir }) => terakhir && terakhir.hasil !== 'berhasil')
    return named(bad.map(({ label }) => label))
  },
}
const readCount = async (ctx: Ctx, name: WaitingName): Promise<Count> => {
  const { list }: Waiting = waiting[name]
  const read = readers[name]
  if (read) return read(ctx)
  if (!list) throw new Error(`no reader counts ${name}`)
  return { jumlah: await countList(ctx, list) }
}

/**
 * Returns the number of today's lessons in the actor's scope, and the number of these that are
 * finished (`selesai`). Cancelled lessons are not counted.
 */
const readLessonsToday = async (ctx: Ctx): Promise<NonNullable<Answer['pertemuan']>> => {
  const count = (status: string) =>
    countList(ctx, { of: 'pertemuan', filter: { tanggal: currentDay(), status } })
  const [coming, selesai] = await Promise.all([count('terjadwal'), count('selesai')])
  return { jumlah: coming + selesai, selesai }
}

export const waitingCalls: Pick<Handlers, 'waitingToday'> = {
  waitingToday: async (ctx) => {
    const names = waitingNames.filter((name) => allows(ctx.actor, waiting[name].code))
    const [panduan, ...counts] = await Promise.all([
      readOpenSetup(ctx),
      ...names.map(async (name) => [name, await readCount(ctx, name)] as const),
    ])
    return {
      ...(panduan && { panduan }),
      menunggu: Object.fromEntries(counts),
      ...(allows(ctx.actor, 'pertemuan/index') && { pertemuan: await readLessonsToday(ctx) }),
      ...(allows(ctx.actor, 'billing/generate') && { belum_dibuat: await readUngenerated(ctx) }),
    }
  },
}
