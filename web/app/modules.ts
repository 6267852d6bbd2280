import { useQuery } from '@tanstack/react-query'
import general from '#features/general/contract.ts'
import { call } from './api.ts'
import { guildKey } from './guild-key.ts'

/** The guild's modules with their switches. */
export const useModules = (guildId: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'modules'],
    queryFn: ({ signal }) => call(general, 'modules', { params: { guildId }, signal }),
  })
