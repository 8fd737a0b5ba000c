import { createFileRoute } from '@tanstack/react-router'

/**
 * Matches unknown paths, so that the guard of the route `_app` runs and redirects to /errors/404.
 */
export const Route = createFileRoute('/_app/$')({ component: () => null })
