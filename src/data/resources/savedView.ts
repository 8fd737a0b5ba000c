import { savedView } from '#contract/access/savedView.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const SavedViews = createHooks(savedView)
