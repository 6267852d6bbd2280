import { Check, ChevronDown, MessageCircle } from 'lucide-react'
import { ServerIcon } from '#web/ui/avatar.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { listOf, type LiveGuild } from '../client/model.ts'
import { DIRECT } from '../client/address.ts'
import { useStage } from '../context.ts'

const guildIcon = (guild: Pick<LiveGuild, 'id' | 'icon'>) =>
  guild.icon ? `/cdn/icons/${guild.id}/${guild.icon}.png` : undefined

function population(guild: LiveGuild): string {
  const online = listOf(guild.presences).filter(status => status !== 'offline').length
  const members = `${guild.memberCount} ${guild.memberCount === 1 ? 'member' : 'members'}`
  return online > 0 ? `${online} online, ${members}` : members
}

/** The server on screen; opens the list of the account's servers and its direct messages. */
export function GuildSwitcher() {
  const { live, guild, go } = useStage()
  const trigger = (
    <button type="button" className="guild-switcher">
      {guild ? <ServerIcon src={guildIcon(guild)} size={32} /> : <MessageCircle className="icon-lg" aria-hidden />}
      <span>
        <span className="visually-hidden">Server: </span>
        <b className="truncate">{guild?.name ?? 'Direct messages'}</b>
        <small className="num">{guild ? population(guild) : 'One-to-one conversations'}</small>
      </span>
      <ChevronDown className="icon-sm" aria-hidden />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start" label="Servers">
      {listOf(live.guilds).map(each => (
        <MenuItem
          key={each.id}
          icon={<ServerIcon src={guildIcon(each)} size={20} />}
          end={each.id === guild?.id ? <Check aria-hidden /> : undefined}
          onSelect={() => go({ guild: each.id, channel: '' })}
        >
          {each.name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={<MessageCircle aria-hidden />}
        end={guild ? undefined : <Check aria-hidden />}
        onSelect={() => go({ guild: DIRECT, channel: '' })}
      >
        Direct messages
      </MenuItem>
    </Menu>
  )
}
