import '#src/styles/berkas.css'
/** An import, step by step: a file is tried, its figures and problems are shown, then it is run. */
import { Button, Input, NativeSelect } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { ModeImpor } from '#contract/enums.ts'
import { dapatDiimpor } from '#contract/imporNama.ts'
import { ApiError } from '#src/data/http.ts'
import { bergerak, imporOf, type ImporJob, type NamaImpor } from '#src/data/impor.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { useCan } from '#src/data/session.ts'
import { uploadFile } from '#src/data/upload.ts'
import { showError, toast } from '#src/state/feedback.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { angka } from '#src/ui/format.ts'
import type { ImporProps } from '#src/ui/impor/Impor.tsx'
import { Progress } from '#src/ui/Progress.tsx'

/** A job that has not moved for so long may have lost its server: asked to go on, it does, or nothing happens. */
const macetMs = 10_000
/** Fields by which a row is known again, as people call them. */
const kunciDari = (nama: NamaImpor): string =>
  dapatDiimpor[nama].map((k) => k.replace(/_id$/, '').replace('gedung', 'outlet')).join(' dan ')
const unduh = (run: () => Promise<void>) =>
  void run().catch((error: unknown) => {
    if (error instanceof ApiError) showError(error)
    else throw error
  })

/** What is imported, for the parts of the dialog. */
const Context = createContext<ImporProps>({ nama: 'user', sebutan: '' })
const useImpor = () => {
  const { nama, sebutan } = use(Context)
  return { nama, apa: sebutan.toLowerCase(), calls: imporOf(nama) }
}

interface Props {
  /** The job; without it a file is chosen. */ id?: number
  open: (id: number | undefined) => void
  close: () => void
}
export const ImporDialog = ({ id, open, close, nama, sebutan }: Props & ImporProps) => (
  <Context value={{ nama, sebutan }}>
    <Dialog title={`Impor ${sebutan}`} close={close} size="xl" closeButton>
      {id === undefined ? (
        <Pilih open={open} close={close} />
      ) : (
        <Jalan id={id} open={open} close={close} />
      )}
    </Dialog>
  </Context>
)

const Pilih = ({ open, close }: { open: Props['open']; close: () => void }) => {
  const field = useId()
  const { nama, apa, calls } = useImpor()
  const peserta = nama === 'user'
  const [mode, setMode] = useState<string>(ModeImpor.options[0]?.value ?? 'tambah')
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  const running = useRef<AbortController>(undefined)
  const template = useCan(`${nama}/template`)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (file: File | undefined) => {
    if (!file) return
    const run = (running.current = new AbortController())
    setProblem(undefined)
    setPart(0)
    try {
      const job = await uploadFile<ImporJob>(calls.path, file, file.name, {
        fields: { mode, pratinjau: '1' },
        signal: run.signal,
        onProgress: setPart,
      })
      queryClient.setQueryData(calls.query(job.id).queryKey, job)
      open(job.id)
    } catch (failure) {
      if (!run.signal.aborted)
        setProblem(
          failure instanceof ApiError
            ? (failure.fields[0]?.message ?? failure.message)
            : 'Berkas gagal dikirim',
        )
    } finally {
      if (running.current === run) setPart(undefined)
    }
  }
  return (
    <div className="form">
      <p style={{ margin: 0 }}>
        Satu baris per {apa}, hingga 5.000 baris.{' '}
        {peserta
          ? 'Peserta dengan No. HP atau email akun billing yang sama menjadi satu keluarga.'
          : 'Data lain ditunjuk dengan kode atau namanya; beberapa dipisah titik koma.'}{' '}
        Berkas diperiksa dahulu; belum ada yang disimpan sampai Anda menjalankannya.
      </p>
      {template && (
        <div className="actions">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => unduh(() => calls.template('xlsx'))}
          >
            Template Excel (XLSX)
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => unduh(() => calls.template('csv'))}
          >
            Template CSV
          </Button>
        </div>
      )}
      <NativeSelect
        label="Mode"
        value={mode}
        onChange={(e) => setMode(e.currentTarget.value)}
        data={ModeImpor.options.map((o) => ({ value: o.value, label: o.label }))}
        disabled={part !== undefined}
        description={
          mode !== 'perbarui'
            ? 'Yang sudah ada dilaporkan sebagai masalah.'
            : peserta
              ? 'Peserta yang sudah ada (No. Induk, atau nama dan tanggal lahir dalam keluarga yang sama) diubah; sel kosong dibiarkan, sel berisi - dikosongkan.'
              : `Yang sudah ada, dikenali dari ${kunciDari(nama)}, diubah; sel kosong dibiarkan, sel berisi - dikosongkan.`
        }
      />
      <Input.Wrapper
        id={field}
        label="Berkas"
        description={`XLSX${nama === 'hari-libur' ? ', ICS (kalender),' : ''} atau CSV, paling besar 5 MB`}
        error={problem}
      >
        <div
          className="fileField"
          data-over={over || undefined}
          data-invalid={problem ? true : undefined}
        >
          {part !== undefined ? (
            <div className="fileWait">
              <Progress
                label="Mengirim berkas"
                value={Math.round(part * 100)}
                max={100}
                unit="persen"
              />
            </div>
          ) : (
            <span className="fileChoose">
              <IconUpload size={18} aria-hidden />
              <span aria-hidden>Pilih atau jatuhkan berkas XLSX atau CSV</span>
              <input
                id={field}
                type="file"
                accept={`.xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet${nama === 'hari-libur' ? ',.ics,text/calendar' : ''}`}
                data-autofocus
                aria-invalid={problem ? true : undefined}
                aria-describedby={`${field}-description${problem ? ` ${field}-error` : ''}`}
                onChange={(e) => {
                  void send(e.currentTarget.files?.[0])
                  e.currentTarget.value = ''
                }}
                onDragEnter={() => setOver(true)}
                onDragLeave={() => setOver(false)}
                onDrop={() => setOver(false)}
              />
            </span>
          )}
        </div>
      </Input.Wrapper>
      <div className="formFoot">
        <Button variant="default" onClick={close}>
          Batal
        </Button>
      </div>
    </div>
  )
}

const Jalan = ({ id, open, close }: { id: number; open: Props['open']; close: () => void }) => {
  const { nama, apa, calls } = useImpor()
  const { data: job, error } = useQuery(calls.query(id))
  const store = {
    onSuccess: (next: ImporJob) => {
      queryClient.setQueryData(calls.query(id).queryKey, next)
    },
  }
  const run = useMutation({ ...calls.aksi('import-jalankan'), ...store })
  const drop = useMutation({
    ...calls.aksi('import-batal'),
    onSuccess: (next) => {
      store.onSuccess(next)
      open(undefined)
    },
  })
  const moves = bergerak(job)
  const goOn = useEffectEvent(() => {
    if (moves && !run.isPending) run.mutate(id)
  })
  useEffect(() => {
    const timer = setTimeout(() => goOn(), macetMs)
    return () => clearTimeout(timer)
  }, [job?.diproses, job?.status])
  // What is behind the dialog, and whatever else shows such rows, is read anew.
  const ended = useRef(false)
  useEffect(() => {
    if (job?.status === 'berjalan') ended.current = true
    if (job?.status === 'selesai' && ended.current) {
      ended.current = false
      void queryClient.invalidateQueries()
      toast(
        job.berhasil + job.diperbarui > 0
          ? `${angka(job.berhasil + job.diperbarui)} ${apa} diimpor`
          : 'Tidak ada yang berubah',
      )
    }
  }, [job?.status, job?.berhasil, job?.diperbarui, apa])

  if (error && !job)
    return (
      <Ujung text={error instanceof ApiError ? error.message : 'Impor tidak dapat dibuka'}>
        <Button onClick={() => open(undefined)}>Pilih berkas</Button>
      </Ujung>
    )
  if (!job) return <span className="skeleton" style={{ height: '8rem' }} />
  if (job.status === 'dibatalkan')
    return (
      <Ujung text={`Impor ${job.nama_berkas} dibatalkan. Tidak ada yang disimpan.`}>
        <Button onClick={() => open(undefined)}>Pilih berkas</Button>
      </Ujung>
    )
  if (moves) {
    const memeriksa = job.status === 'memeriksa'
    return (
      <Ujung
        text={
          memeriksa
            ? `${job.nama_berkas} sedang diperiksa. Belum ada yang disimpan.`
            : 'Halaman ini boleh ditutup: impor berjalan terus di server.'
        }
        bar={
          <Progress
            label={memeriksa ? 'Memeriksa' : 'Mengimpor'}
            value={job.diproses}
            max={job.baris}
            unit="baris"
          />
        }
      >
        {memeriksa && (
          <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate(id)}>
            Batalkan
          </Button>
        )}
      </Ujung>
    )
  }
  const jadi = job.berhasil + job.diperbarui
  const siap = job.status === 'siap'
  return (
    <div className="form">
      <p style={{ margin: 0, overflowWrap: 'anywhere' }} role="status">
        {siap
          ? `Hasil pemeriksaan ${job.nama_berkas}. Belum ada yang disimpan.`
          : `${job.nama_berkas} sudah diimpor.`}
      </p>
      <dl className="tiles">
        {(
          [
            ['Baris', job.baris],
            [nama === 'user' ? 'Peserta baru' : 'Baru', job.berhasil],
            ['Diperbarui', job.diperbarui],
            ['Tidak berubah', job.tidak_berubah],
            ...(nama === 'user' ? [['Akun billing baru', job.akun_baru] as const] : []),
            ['Bermasalah', job.gagal],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{angka(value)}</dd>
          </div>
        ))}
      </dl>
      {jadi === 0 && job.gagal === 0 && (
        <p className="note">
          Isi berkas sama dengan data yang ada: tidak ada yang {siap ? 'perlu diimpor' : 'berubah'}.
        </p>
      )}
      {job.kolom_lain.length > 0 && (
        <p className="note" data-tone="orange">
          Kolom yang tidak dibaca: {job.kolom_lain.join(', ')}
        </p>
      )}
      {job.gagal > 0 && (
        <>
          <p style={{ margin: 0 }}>
            Unduh baris bermasalah, perbaiki di berkas itu, lalu impor lagi. Baris lain tidak
            terpengaruh.
          </p>
          <div className="actions">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => unduh(() => calls.galat(id, 'xlsx'))}
            >
              Baris bermasalah (XLSX)
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => unduh(() => calls.galat(id, 'csv'))}
            >
              Baris bermasalah (CSV)
            </Button>
          </div>
        </>
      )}
      <div className="formFoot">
        {siap ? (
          <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate(id)}>
            Batalkan
          </Button>
        ) : (
          <Button variant="default" onClick={() => open(undefined)}>
            Impor berkas lain
          </Button>
        )}
        {siap ? (
          <Button loading={run.isPending} disabled={jadi === 0} onClick={() => run.mutate(id)}>
            Impor {angka(jadi)} {apa}
          </Button>
        ) : (
          <Button onClick={close}>Selesai</Button>
        )}
      </div>
      {job.gagal > 0 && (
        <>
          <DataTable
            caption="Baris bermasalah"
            rows={job.galat}
            rowKey={(g) => g.baris}
            columns={[
              { label: 'Baris', cell: (g) => angka(g.baris) },
              {
                label: 'Nama',
                cell: (g) =>
                  g.nama ? (
                    <span className="cut" title={g.nama}>
                      {g.nama}
                    </span>
                  ) : (
                    <span className="dim">–</span>
                  ),
              },
              {
                label: 'Masalah',
                cell: (g) =>
                  g.masalah.map((m) => (
                    <div
                      key={m.kolom + m.pesan}
                      style={{ minWidth: '9rem', overflowWrap: 'anywhere' }}
                    >
                      {m.kolom && <b>{m.kolom}: </b>}
                      {m.pesan}
                    </div>
                  )),
              },
            ]}
          />
          {job.gagal > job.galat.length && (
            <p className="dim" style={{ margin: 0 }}>
              {angka(job.gagal - job.galat.length)} baris lagi ada di berkas yang diunduh.
            </p>
          )}
        </>
      )}
    </div>
  )
}

const Ujung = ({
  text,
  bar,
  children,
}: {
  text: string
  bar?: ReactNode
  children?: ReactNode
}) => (
  <div className="form">
    {bar}
    <p style={{ margin: 0, overflowWrap: 'anywhere' }} role="status">
      {text}
    </p>
    <div className="formFoot">{children}</div>
  </div>
)
