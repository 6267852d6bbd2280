import type { ReactElement } from 'react'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { interactionType } from '../client/interactions.ts'
import type { LiveChannel } from '../client/model.ts'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'
import { type MenuTarget, menuEntries } from './commands.ts'
import { useCommandIndex } from './use-commands.ts'

interface AppMenuProps {
  channel: LiveChannel
  on: MenuTarget
  /** The id of the user or message that it is opened on. */
  targetId: string
  /** The button that opens it; hidden where no app offers an entry. */
  trigger: ReactElement
  onChosen?(): void
}

/** What apps offer for a user or a message: Discord's 'Apps' in their menus. */
export function AppMenu({ channel, on, targetId, trigger, onChosen }: AppMenuProps) {
  const { session, say } = useStage()
  const entries = menuEntries(useCommandIndex(channel), on)
  if (entries.length === 0) return null
  return (
    <Menu trigger={trigger} label="Apps">
      {entries.map(({ id, name, type, application_id }) => (
        <MenuItem
          key={id}
          onSelect={() => {
            const request = {
              type: interactionType.command,
              application_id,
              guild_id: channel.guild_id,
              channel_id: channel.id,
              data: { id, name, type, target_id: targetId },
            }
            session.interactions
              .start(`${name} ${targetId}`, request)
              .catch((error: unknown) => say(`${name}: ${sentenceOf(error)}`))
            onChosen?.()
          }}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
