import { createContext, use } from 'react'
import type { GuildCard } from '#kernel/contract.ts'

export const GuildContext = createContext<GuildCard | undefined>(undefined)

/** The server whose pages are shown. @throws Error outside of /manage/$guildId */
export function useGuild(): GuildCard {
  const guild = use(GuildContext)
  if (!guild) throw new Error('useGuild must be used within the manage layout')
  return guild
}
