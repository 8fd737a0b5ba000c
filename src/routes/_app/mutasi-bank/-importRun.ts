/** Upload of a bank statement file, first as a trial run and then as the import. */
import { useState } from 'react'
import type {
  importMutasi,
  StatementMapping,
} from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { MutasiBanks } from '#src/data/resources/mutasiBank.ts'
import { useUpload } from '#src/ui/import/useUpload.ts'

export type Trial = CallOutput<typeof importMutasi>

/**
 * Returns the state of an import: progress, error, and the results of trial run and import. Its
 * functions start a trial run with a file and import the same file.
 */
export const useStatementImport = (bank_id: number | undefined) => {
  const [file, setFile] = useState<File>()
  const [trial, setTrial] = useState<Trial>()
  const [result, setResult] = useState<Trial>()
  const { part, problem, setProblem, send: upload } = useUpload<Trial>('mutasi-bank/import')
  const send = async (chosen: File, pratinjau: boolean, pemetaan?: StatementMapping) => {
    if (bank_id === undefined) return setProblem('Pilih rekening dahulu')
    const fields = {
      bank_id: String(bank_id),
      ...(pratinjau && { pratinjau: '1' }),
      ...(pemetaan && { pemetaan: JSON.stringify(pemetaan) }),
    }
    await upload(chosen, fields, (answer) => {
      if (pratinjau) return setTrial(answer)
      setResult(answer)
      MutasiBanks.settle()
    })
  }
  return {
    part,
    problem,
    trial,
    result,
    refuse: setProblem,
    take: (chosen: File) => {
      setFile(chosen)
      void send(chosen, true)
    },
    again: (mapping: StatementMapping) => {
      if (file) void send(file, true, mapping)
    },
    run: () => {
      if (file && trial) void send(file, false, trial.pemetaan)
    },
    reset: () => {
      setFile(undefined)
      setTrial(undefined)
      setResult(undefined)
      setProblem(undefined)
    },
  }
}

export type ImportWork = ReturnType<typeof useStatementImport>
