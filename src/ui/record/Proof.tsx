/**
 * Proof of a payment or expense: a picture that can be zoomed, rotated and moved, or a file of
 * another type.
 */
import { Group, Skeleton, Text } from '@mantine/core'
import { IconMaximize, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react'
import { fileQuery } from '#src/data/api/files.ts'
import { FileFailure, FilePreview } from '#src/ui/form/file/FilePreview.tsx'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import { useBlobImage } from '#src/ui/record/Foto.tsx'
import classes from './Proof.module.css'

/** Proof file of a document; `name` is the name of the document. */
export const Proof = ({ id, name }: { id: number | null; name: string }) =>
  id === null ? <Text c="dimmed">Tanpa bukti</Text> : <ProofFile key={id} id={id} name={name} />

const ProofFile = ({ id, name }: { id: number; name: string }) => {
  const { data, isError, error } = useQuery(fileQuery(id))
  // Shows the error without a preview. A preview would fetch the file again on mount, which resets
  // the error. This component would then replace the preview by the skeleton, and the cycle would
  // never end.
  if (isError) return <FileFailure error={error} />
  if (data === undefined)
    return (
      <div className={classes.waiting}>
        <Skeleton h="100%" />
      </div>
    )
  if (!data.type.startsWith('image/')) return <FilePreview id={id} label={`Bukti ${name}`} />
  return <ProofPicture data={data} name={name} />
}

const largest = 6
const step = 1.4
interface Look {
  zoom: number
  turns: number
  x: number
  y: number
}
const whole: Look = { zoom: 1, turns: 0, x: 0, y: 0 }
const zoomed = (look: Look, by: number): Look => {
  const zoom = Math.min(largest, Math.max(1, look.zoom * by))
  const moved = zoom / look.zoom
  return zoom === 1
    ? { ...look, zoom, x: 0, y: 0 }
    : { ...look, zoom, x: look.x * moved, y: look.y * moved }
}
const turned = (look: Look): Look => ({ ...whole, turns: look.turns + 1, zoom: look.zoom })
/** Distances in pixels by which an arrow key moves a zoomed picture. */
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
}

const ProofPicture = ({ data, name }: { data: Blob; name: string }) => {
  const [look, setLook] = useState(whole)
  const [held, setHeld] = useState<{ x: number; y: number }>()
  const box = useRef<HTMLDivElement>(null)
  const picture = useBlobImage(data)
  const isZoomed = look.zoom > 1
  const move = (dx: number, dy: number) =>
    setLook((old) => {
      const [w, h] = [box.current?.clientWidth ?? 0, box.current?.clientHeight ?? 0]
      const [mostX, mostY] = [(w * old.zoom) / 2, (h * old.zoom) / 2]
      const within = (n: number, most: number) => Math.min(most, Math.max(-most, n))
      return { ...old, x: within(old.x + dx, mostX), y: within(old.y + dy, mostY) }
    })
  // Handles the wheel in a native listener, because React's wheel listeners are passive and cannot
  // prevent the page from scrolling.
  const turnWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !isZoomed) return
    event.preventDefault()
    setLook((old) => zoomed(old, event.deltaY < 0 ? step : 1 / step))
  })
  useEffect(() => {
    const element = box.current
    const listen = (event: WheelEvent) => turnWheel(event)
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [])
  const drag = (event: PointerEvent) => {
    if (!held) return
    move(event.clientX - held.x, event.clientY - held.y)
    setHeld({ x: event.clientX, y: event.clientY })
  }
  return (
    <div>
      <Group gap="xs" mb="xs">
        <IconButton
          label="Perbesar bukti"
          icon={IconZoomIn}
          onClick={() => setLook((old) => zoomed(old, step))}
        />
        <IconButton
          label="Perkecil bukti"
          icon={IconZoomOut}
          onClick={() => setLook((old) => zoomed(old, 1 / step))}
        />
        <IconButton
          label="Putar bukti"
          icon={IconRotateClockwise}
          onClick={() => setLook(turned)}
        />
        <IconButton label="Bukti seluruhnya" icon={IconMaximize} onClick={() => setLook(whole)} />
        <Text span c="dimmed" size="sm" aria-live="polite">
          {Math.round(look.zoom * 100)} %
        </Text>
      </Group>
      <div
        ref={box}
        role="group"
        aria-label={`Bukti ${name}, tombol panah menggeser jika diperbesar`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move it
        tabIndex={0}
        className={classes.box}
        data-zoomed={isZoomed || undefined}
        data-held={held ? true : undefined}
        onKeyDown={(event) => {
          const by = arrows[event.key]
          if (!by || !isZoomed) return
          event.preventDefault()
          move(...by)
        }}
        onDoubleClick={() => setLook((old) => (isZoomed ? { ...old, ...whole } : zoomed(old, 2)))}
        onPointerDown={(event) => {
          if (!isZoomed || event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setHeld({ x: event.clientX, y: event.clientY })
        }}
        onPointerMove={drag}
        onPointerUp={() => setHeld(undefined)}
        onPointerCancel={() => setHeld(undefined)}
      >
        <img
          ref={picture}
          alt={`Bukti ${name}`}
          draggable={false}
          className={classes.picture}
          data-sideways={look.turns % 2 === 1 || undefined}
          style={{
            transform: `translate(calc(-50% + ${look.x}px), calc(-50% + ${look.y}px)) scale(${look.zoom}) rotate(${look.turns * 90}deg)`,
          }}
        />
      </div>
    </div>
  )
}
