import { useQuery } from '@tanstack/react-query'
import type general from '#features/general/contract.ts'
import { reader } from './api.ts'
import { guildKey } from './guild-key.ts'

const readGeneral = reader<typeof general>()

/** The guild's modules with their switches. */
export const useModules = (guildId: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'modules'],
    queryFn: ({ signal }) => readGeneral('/guild/:guildId/modules', { params: { guildId }, signal }),
  })
