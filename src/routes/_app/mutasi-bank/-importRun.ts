/** Upload of a bank statement file, first as a trial run and then as the import. */
import { useEffect, useRef, useState } from 'react'
import type {
  importMutasi,
  StatementMapping,
} from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { ApiError } from '#src/data/api/http.ts'
import { uploadFile } from '#src/data/api/upload.ts'
import { MutasiBanks } from '#src/data/resources/mutasiBank.ts'

export type Trial = CallOutput<typeof importMutasi>
const problemOf = (failure: unknown): string =>
  failure instanceof ApiError
    ? (failure.fields[0]?.message ?? failure.message)
    : 'Berkas gagal dikirim'

/**
 * Returns the state of an import: progress, error, and the results of trial run and import. Its
 * functions start a trial run with a file and import the same file.
 */
export const useStatementImport = (bank_id: number | undefined) => {
  const [file, setFile] = useState<File>()
  const [trial, setTrial] = useState<Trial>()
  const [result, setResult] = useState<Trial>()
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (chosen: File, pratinjau: boolean, pemetaan?: StatementMapping) => {
    if (bank_id === undefined) return setProblem('Pilih rekening dahulu')
    const run = (running.current = new AbortController())
    setProblem(undefined)
    setPart(0)
    try {
      const answer = await uploadFile<Trial>('mutasi-bank/import', chosen, chosen.name, {
        fields: {
          bank_id: String(bank_id),
          ...(pratinjau && { pratinjau: '1' }),
          ...(pemetaan && { pemetaan: JSON.stringify(pemetaan) }),
        },
        signal: run.signal,
        onProgress: setPart,
      })
      if (pratinjau) setTrial(answer)
      else {
        setResult(answer)
        MutasiBanks.settle()
      }
    } catch (error) {
      if (!run.signal.aborted) setProblem(problemOf(error))
    } finally {
      setPart(undefined)
    }
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
