/** All jobs of the server, in the order in which the screen lists them. */
import { backupJob } from '#server/jobs/backup.ts'
import { endingsJob } from '#server/jobs/endings.ts'
import { heldSlotsJob } from '#server/jobs/heldSlots.ts'
import { honorJob } from '#server/jobs/honor.ts'
import { integrityJob } from '#server/jobs/integrity.ts'
import { lateFeesJob } from '#server/jobs/lateFees.ts'
import { lessonsJob } from '#server/jobs/lessons.ts'
import { makeUpLapseJob } from '#server/jobs/makeUpLapse.ts'
import { missedLessonsJob } from '#server/jobs/missedLessons.ts'
import { noticeMailsJob } from '#server/jobs/noticeMails.ts'
import { noticesJob } from '#server/jobs/notices.ts'
import { ownerDigestJob } from '#server/jobs/ownerDigest.ts'
import { reminderMailsJob } from '#server/jobs/reminderMails.ts'
import { remindersJob } from '#server/jobs/reminders.ts'
import type { Job } from '#server/jobs/scheduler/job.ts'
import { tidyJob } from '#server/jobs/tidy.ts'

export const jobs: readonly Job[] = [
  backupJob,
  lessonsJob,
  missedLessonsJob,
  lateFeesJob,
  tidyJob,
  endingsJob,
  makeUpLapseJob,
  heldSlotsJob,
  honorJob,
  noticesJob,
  noticeMailsJob,
  ownerDigestJob,
  remindersJob,
  reminderMailsJob,
  integrityJob,
]
