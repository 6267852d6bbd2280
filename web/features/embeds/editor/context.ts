import { createContext, use } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import type { AttachedFile } from '#kit/message/components/contract.ts'

export interface ServerEmoji {
  id: string
  name: string
  animated: boolean
}

/** What the fields of a message offer to choose from. */
interface Offered {
  guildId: string
  guild: GuildCore | undefined
  emojis: readonly ServerEmoji[]
  attachments: readonly AttachedFile[]
  readOnly: boolean
}

const OfferedContext = createContext<Offered>({
  guildId: '',
  guild: undefined,
  emojis: [],
  attachments: [],
  readOnly: true,
})
export const OfferedProvider = OfferedContext.Provider
export const useOffered = (): Offered => use(OfferedContext)
