import { savedView } from '#contract/resources/savedView.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const SavedViews = createHooks(savedView)
