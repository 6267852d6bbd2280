import antinuke from '#features/antinuke/contract.ts'
import { useMayAsk } from '#web/app/own-access.ts'
import { useAntinukeForm } from './use-antinuke-form.ts'

/**
 * Whether anti-nuke pages should request their data; undefined until that is known. Somebody who was just added to a
 * list gets the settings before their access is loaded again.
 */
export function useMayRead(guildId: string): boolean | undefined {
  const mayAsk = useMayAsk(guildId, antinuke.name)
  const { ready, notShared } = useAntinukeForm(guildId)
  return !notShared && (ready || mayAsk)
}
