/** Calls that prepare the cash closing of an outlet (domain.md 3.17). */
import * as z from 'zod/mini'
import { TillLine } from '#contract/billing/tutupKas.ts'
import { call } from '#contract/call.ts'
import { id, idText, tanggal } from '#contract/fields.ts'

/** Returns the data that a cash closing of an outlet on a day would have. Stores nothing. */
export const previewClosing = call({
  method: 'GET',
  path: '/tutup-kas/pratinjau',
  access: 'tutup-kas/create',
  query: { gedung_id: idText('Pilih outlet'), tanggal: tanggal('Tanggal') },
  output: z.object({
    /** Reason why the outlet cannot be closed on this day; null when it can be closed. */
    halangan: z.nullable(z.string()),
    /** First day that the closing would cover. */
    dari: z.string(),
    /**
     * Cash that the previous closing left in the till, in rupiah; null without a previous closing.
     */
    awal: z.nullable(z.int()),
    /** Payments received in cash, in rupiah. */
    tunai: z.int(),
    pengembalian: z.int(),
    baris: z.array(z.object(TillLine)),
    /**
     * Number and sum of approved expenses of the covered days that were paid in cash, from the till
     * or elsewhere. They are shown for information and are not part of the expected cash.
     */
    pengeluaran: z.object({ banyak: z.int(), jumlah: z.int() }),
  }),
})
/**
 * Returns the outlets that must close their cash: the counter received payments after the last day
 * of the latest closing and before today. Omits outlets that have never closed their cash.
 */
export const openTills = call({
  method: 'GET',
  path: '/tutup-kas/belum',
  access: 'tutup-kas/create',
  output: z.array(
    z.object({
      gedung_id: id(),
      nama: z.string(),
      /** Last day that the latest closing covers. */
      terakhir: z.string(),
      /** First day after `terakhir` on which the counter received payments. */
      sejak: z.string(),
    }),
  ),
})
/**
 * Returns the cash state of each active outlet: the latest closing, and the cash that came in and
 * went out since.
 */
export const tillStates = call({
  method: 'GET',
  path: '/tutup-kas/keadaan',
  access: 'tutup-kas/index',
  output: z.array(
    z.object({
      gedung_id: id(),
      nama: z.string(),
      /** Current day of the outlet. */
      hari_ini: z.string(),
      /** Latest closing; null for an outlet that has never closed its cash. */
      terakhir: z.nullable(
        z.object({ id: id(), tanggal: z.string(), dihitung: z.int(), selisih: z.int() }),
      ),
      /**
       * First day after the latest closing on which the counter received payments; null without
       * one.
       */
      sejak: z.nullable(z.string()),
      /**
       * Cash that the till should contain, in rupiah; null for an outlet that has never closed its
       * cash, because its opening cash is unknown.
       */
      seharusnya: z.nullable(z.int()),
    }),
  ),
})
