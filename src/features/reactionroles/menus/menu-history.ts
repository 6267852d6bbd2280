import { apartFrom } from '#kit/design.ts'
import { type MenuDesign, menuDesign } from './contract.ts'

const ordinary: Record<string, unknown> = menuDesign.parse({ name: 'Menu' })

/** What sets a menu that is made or deleted apart from any other. */
export const ownOf = (design: MenuDesign): Record<string, unknown> => apartFrom(ordinary, design, ['name'])
