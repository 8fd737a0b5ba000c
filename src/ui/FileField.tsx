import '#src/styles/berkas.css'
/** Control of a file: chosen or dropped, a picture shrunk, sent at once; the form's value is the file's id. */
import { Button, Input } from '@mantine/core'
import { IconFileText, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { BerkasJenis } from '#contract/fields.ts'
import { aturanBerkas } from '#contract/rules/berkas.ts'
import { berkasQuery, type Unggahan } from '#src/data/berkas.ts'
import { ApiError } from '#src/data/http.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { uploadFile } from '#src/data/upload.ts'
import { angka } from '#src/ui/format.ts'
import { useBlobImage } from '#src/ui/Foto.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { shrink } from '#src/ui/shrink.ts'

/** What the form holds while a file is under way: no id, so that saving waits (contract/fields.ts `berkas`). */
const underWay = 'mengunggah'

interface Props {
  name: string
  label: string
  description?: string
  error?: string
  required?: boolean
  disabled?: boolean
  jenis: BerkasJenis
  value: unknown
  onChange: (value: unknown) => void
  'data-autofocus'?: boolean
}

export const FileField = ({
  name,
  label,
  description,
  error,
  required,
  disabled,
  jenis,
  value,
  onChange,
  'data-autofocus': autofocus,
}: Props) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(undefined)
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  const { mime, sebutan } = aturanBerkas[jenis]
  const current = typeof value === 'number' ? value : undefined
  // A form that is closed sends nothing more.
  useEffect(() => () => running.current?.abort(), [])

  const take = async (file: File | undefined) => {
    if (!file || disabled) return
    const before = value === underWay ? null : value
    running.current?.abort()
    const run = (running.current = new AbortController())
    setProblem(undefined)
    setPart(0)
    onChange(underWay)
    try {
      const small = await shrink(file, jenis).catch(() => {
        throw new ApiError(422, `Berkas tidak dapat dibaca. Pilih ${sebutan}.`)
      })
      if (run.signal.aborted) return
      const stored = await uploadFile<Unggahan>('berkas/unggah', small.blob, small.name, {
        fields: { jenis },
        signal: run.signal,
        onProgress: setPart,
      })
      queryClient.setQueryData(berkasQuery(stored.id).queryKey, small.blob)
      if (!run.signal.aborted) onChange(stored.id)
    } catch (failure) {
      if (running.current !== run) return
      onChange(before)
      if (!run.signal.aborted)
        setProblem(
          failure instanceof ApiError
            ? (failure.fields[0]?.message ?? failure.message)
            : 'Berkas gagal diunggah',
        )
    } finally {
      if (running.current === run) {
        setPart(undefined)
        running.current = undefined
      }
    }
  }
  const said = problem ?? error
  const describedBy =
    [description && `${id}-description`, said && `${id}-error`].filter(Boolean).join(' ') ||
    undefined
  return (
    <Input.Wrapper id={id} label={label} description={description} error={said} required={required}>
      <div
        className="fileField"
        data-over={over || undefined}
        data-invalid={said ? true : undefined}
      >
        {current !== undefined && <Preview id={current} label={label} />}
        {part !== undefined ? (
          <div className="fileWait">
            <Progress label="Mengunggah" value={Math.round(part * 100)} max={100} unit="persen" />
            <Button size="xs" variant="default" onClick={() => running.current?.abort()}>
              Batalkan unggahan
            </Button>
          </div>
        ) : (
          <div className="fileActions">
            {/* The input itself lies over the words: it is what pointer, keys and a dropped file reach. */}
            <span className="fileChoose">
              <IconUpload size={18} aria-hidden />
              <span aria-hidden>
                {current === undefined ? `Pilih atau jatuhkan ${sebutan}` : 'Ganti berkas'}
              </span>
              <input
                ref={input}
                id={id}
                name={name}
                type="file"
                accept={jenis === 'foto' ? 'image/*' : mime.join()}
                aria-required={required}
                aria-invalid={said ? true : undefined}
                aria-describedby={describedBy}
                disabled={disabled}
                data-autofocus={autofocus}
                onChange={(e) => {
                  void take(e.currentTarget.files?.[0])
                  e.currentTarget.value = ''
                }}
                onDragEnter={() => setOver(true)}
                onDragLeave={() => setOver(false)}
                onDrop={() => setOver(false)}
              />
            </span>
            {current !== undefined && !required && (
              <Button
                size="xs"
                variant="default"
                disabled={disabled}
                aria-label={`Hapus ${label}`}
                onClick={() => {
                  onChange(null)
                  requestAnimationFrame(() => input.current?.focus())
                }}
              >
                Hapus
              </Button>
            )}
          </div>
        )}
        <span className="sr" role="status">
          {part !== undefined
            ? 'Mengunggah'
            : current !== undefined && value !== underWay
              ? `${label} terpasang`
              : ''}
        </span>
      </div>
    </Input.Wrapper>
  )
}

const Preview = ({ id, label }: { id: number; label: string }) => {
  const { data, isError } = useQuery(berkasQuery(id))
  const picture = useBlobImage(data)
  if (isError) return <span className="dim">Berkas tidak dapat ditampilkan</span>
  if (!data) return <span className="skeleton" style={{ width: 96, height: 96 }} />
  if (data.type.startsWith('image/'))
    return <img className="filePicture" ref={picture} alt={`Pratinjau ${label}`} />
  const show = () => {
    const url = URL.createObjectURL(data)
    window.open(url, '_blank', 'noreferrer')
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFileText size={18} aria-hidden />}
      onClick={show}
    >
      Lihat berkas ({angka(Math.max(1, Math.round(data.size / 1024)))} kB)
    </Button>
  )
}
