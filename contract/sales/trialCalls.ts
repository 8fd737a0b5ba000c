/** Trial lessons of leads (domain.md 2.3, 3.8). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { jam, reference, tanggal } from '#contract/fields.ts'
import { Alternatif, Konflik } from '#contract/schedule/conflictCalls.ts'

/** Where and when a trial is: it stands outside of any class. */
export const trialPlace = () => ({
  kursus_id: reference('Kursus', 'kursus'),
  pelatih_id: reference('Guru', 'user', { params: { jenis: 'pelatih' } }),
  ruang_id: reference('Ruang', 'ruang'),
  tanggal: tanggal('Tanggal'),
  jam_mulai: jam('Jam Mulai'),
})
/** Returns conflicts of a trial, or of moving the planned trial. Writes nothing. */
export const examineTrial = call({
  method: 'POST',
  path: '/lead/periksa-trial',
  access: 'lead/trial',
  input: { lead_id: reference('Lead', 'lead'), ...trialPlace() },
  output: z.object({ konflik: z.array(Konflik), alternatif: z.array(Alternatif) }),
})
