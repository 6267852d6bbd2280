import { design } from '#features/automations/design/contract.ts'
import { toldAutomation } from '#features/automations/design/field-labels/contract.ts'
import { mergingOf } from '#web/app/settings-form/merge.ts'

export const automations = mergingOf(design, toldAutomation)
