import { useEffect, useState } from 'react'
import type { LiveChannel } from '../client/model.ts'
import { useStage } from '../context.ts'
import { type CommandIndex, type SlashCommand, slashCommands } from './commands.ts'

/** What can be run in this channel. Read when a server is opened: commands change seldom. */
export function useCommands(channel: LiveChannel): readonly SlashCommand[] {
  const { session } = useStage()
  const [commands, setCommands] = useState<readonly SlashCommand[]>([])
  const scope = channel.guild_id === undefined ? `/channels/${channel.id}` : `/guilds/${channel.guild_id}`
  useEffect(() => {
    let left = false
    session.rest
      .call<CommandIndex>('GET', `${scope}/application-command-index`)
      .then(index => {
        if (!left) setCommands(slashCommands(index))
      })
      // Without the list one can still write.
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [session, scope])
  return commands
}
