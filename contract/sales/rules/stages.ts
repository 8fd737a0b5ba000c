/**
 * Rules for the stages of a lead: allowed transitions, and when a lead may be deleted (domain.md
 * 2.3).
 */
import { Activation } from '#contract/enums.ts'
import { TahapLead } from '#contract/sales/leadEnums.ts'

export type Tahap = (typeof TahapLead.options)[number]['value']
interface Standing {
  tahap: Tahap
  activation: number
}

/** Stages of a lead that is neither won nor lost. */
export const openStages = [
  'baru',
  'dihubungi',
  'trial_dijadwalkan',
  'trial_hadir',
  'penawaran',
] as const satisfies readonly Tahap[]
export const isOpen = (tahap: Tahap): boolean => openStages.some((open) => open === tahap)

/**
 * Allowed next stages of each stage. A lead can skip stages and return to earlier stages, with
 * three limits: a trial lesson has to be booked before it is attended, a lost lead can only become
 * a contacted lead, and a won lead remains won.
 */
const following: Readonly<Record<Tahap, readonly Tahap[]>> = {
  baru: ['dihubungi', 'trial_dijadwalkan', 'penawaran', 'menang', 'kalah'],
  dihubungi: ['baru', 'trial_dijadwalkan', 'penawaran', 'menang', 'kalah'],
  trial_dijadwalkan: ['dihubungi', 'trial_hadir', 'penawaran', 'menang', 'kalah'],
  trial_hadir: ['trial_dijadwalkan', 'penawaran', 'menang', 'kalah'],
  penawaran: ['dihubungi', 'trial_dijadwalkan', 'trial_hadir', 'menang', 'kalah'],
  menang: [],
  kalah: ['dihubungi'],
}

/** Returns the Indonesian reason why a lead may not move to a stage; undefined when it may. */
export const whyNotStage = ({ tahap, activation }: Standing, to: Tahap): string | undefined => {
  if (tahap === to) return `Sudah di tahap ${TahapLead.label(to)}`
  if (tahap === 'menang') return 'Lead yang menang tidak pindah tahap lagi'
  if (to === 'menang' && activation !== Activation.pilihKursus)
    return 'Lead menang setelah aktivasinya selesai'
  if (to === 'kalah' && activation === Activation.pilihKursus)
    return 'Peserta sudah memilih kursus: lead ini menang'
  if (following[tahap].includes(to)) return undefined
  return `Dari ${TahapLead.label(tahap)} tidak langsung ke ${TahapLead.label(to)}`
}
/** Returns the stages to which a lead may move now; empty for a won lead. */
export const nextStages = (lead: Standing): Tahap[] =>
  TahapLead.options.map((o) => o.value).filter((to) => whyNotStage(lead, to) === undefined)

/**
 * Returns the stage of a lead after an activity of the kind `jenis`. Every activity except a note
 * (`catatan`) is a contact, so a new lead becomes a contacted lead.
 */
export const stageAfter = (tahap: Tahap, jenis: string): Tahap =>
  tahap === 'baru' && jenis !== 'catatan' ? 'dihubungi' : tahap

/**
 * Returns the Indonesian reason why a lead may not be deleted: its activation has begun, or it has
 * activities. Undefined for a lead that may be deleted.
 */
export const whyNotDeleted = (lead: {
  activation: number
  aktivitas_at: string | null
}): string | undefined => {
  if (lead.activation !== Activation.belum) return 'Lead sudah diaktivasi. Pindahkan ke Kalah saja.'
  if (lead.aktivitas_at !== null)
    return 'Lead sudah punya aktivitas. Pindahkan ke Kalah dengan alasannya.'
  return undefined
}
