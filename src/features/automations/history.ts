import { apartFrom } from '#kit/design.ts'
import { design as designSchema } from './design/contract.ts'
import type { Stored } from './rows.ts'

const ordinary: Record<string, unknown> = { ...designSchema.parse({ name: 'Automation' }), on: false }

/** What is told of one: its design, and whether it is on. */
export const toldOf = ({ design, on }: Pick<Stored, 'design' | 'on'>): Record<string, unknown> => ({ ...design, on })

/** What sets one that is made or deleted apart from any other. */
export const ownOf = (stored: Pick<Stored, 'design' | 'on'>): Record<string, unknown> =>
  apartFrom(ordinary, toldOf(stored), ['name'])
