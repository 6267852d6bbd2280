import antinuke from '#features/antinuke/contract.ts'
import { useMayAsk } from '#web/app/sidebar/closed-entries.ts'
import { useAntinukeForm } from './use-antinuke-form.ts'

/**
 * Whether the pages of anti-nuke are to ask for what they show; undefined until that is known. Whoever was put on a list
 * a moment ago has the settings before what they may do is asked anew.
 */
export function useMayRead(guildId: string): boolean | undefined {
  const mayAsk = useMayAsk(guildId, antinuke.name)
  const { ready, notShared } = useAntinukeForm(guildId)
  return !notShared && (ready || mayAsk)
}
