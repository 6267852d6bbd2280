import { panelDesign } from '#features/tickets/panels/contract.ts'
import { toldPanel } from '#features/tickets/panels/field-labels/contract.ts'
import { mergingOf } from '#web/app/settings-form/merge.ts'

export const panels = mergingOf(panelDesign, toldPanel)
