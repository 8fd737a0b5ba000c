/** Sets the Indonesian locale for libraries based on dayjs. Must be imported before they render. */
import dayjs from 'dayjs'
import indonesian from 'dayjs/locale/id'
import { shortMonthNames } from '#contract/values/tanggal.ts'

// dayjs abbreviates August as `Agt`, but the school's documents write `Agu`.
dayjs.locale({ ...indonesian, monthsShort: [...shortMonthNames] }, undefined, true)
