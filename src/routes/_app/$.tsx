import { createFileRoute } from '@tanstack/react-router'

/** Matches unknown paths, so that the guard above runs, which sends them to /errors/404. */
export const Route = createFileRoute('/_app/$')({ component: () => null })
