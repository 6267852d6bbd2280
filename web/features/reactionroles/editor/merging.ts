import { menuDesign } from '#features/reactionroles/menus/contract.ts'
import { toldMenu } from '#features/reactionroles/menus/field-labels/contract.ts'
import { mergingOf } from '#web/app/settings-form/merge.ts'

export const menus = mergingOf(menuDesign, toldMenu)
