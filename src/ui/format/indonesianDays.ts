/** Indonesian locale for libraries based on dayjs: import it before they render. */
import dayjs from 'dayjs'
import indonesian from 'dayjs/locale/id'
import { shortMonthNames } from '#contract/values/tanggal.ts'

// dayjs abbreviates August as `Agt`, the school's documents as `Agu`.
dayjs.locale({ ...indonesian, monthsShort: [...shortMonthNames] }, undefined, true)
