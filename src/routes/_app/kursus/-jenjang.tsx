/**
 * Shows the levels of a course category with their courses, and highlights the level of a course.
 */
import type { KursusRow } from '#src/routes/_app/kursus/-harga.tsx'
import { Dim } from '#src/ui/format/Words.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import classes from './-jenjang.module.css'

/** Link to a course. */
export const ke = (k: { id: number; nama: string }) => (
  <PlaceLink key={k.id} to="/kursus/view" search={{ id: k.id }}>
    {k.nama}
  </PlaceLink>
)
/**
 * List of the levels of the category, each with its courses. The level of the course `row` is
 * highlighted.
 */
export const JenjangLadder = ({ row }: { row: KursusRow }) => (
  <ol className={classes.ladder} aria-label={`Jenjang ${row.kategori_kursus?.nama ?? ''}`}>
    {row.jenjang?.map((level) => (
      <li key={level.id} aria-current={level.id === row.course_level_id ? 'step' : undefined}>
        <b>{level.nama}</b>
        {level.kursus.length === 0 ? (
          <Dim>Belum ada kursus</Dim>
        ) : (
          level.kursus.map((k) => (k.id === row.id ? <span key={k.id}>{k.nama}</span> : ke(k)))
        )}
      </li>
    ))}
  </ol>
)
