import { useMemo } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { permission } from '#sandbox/world/permissions.ts'
import { type ChannelNode, channelGroups, channelName, kindOf } from '../client/channels.ts'
import { type LiveChannel, listOf } from '../client/model.ts'
import { avatarOf, displayName } from '../client/people.ts'
import { writeAddress } from '../client/address.ts'
import { useStage } from '../context.ts'
import { ChannelIcon } from './channel-icon.tsx'

export function Channels() {
  const { live, guild, now } = useStage()
  const groups = useMemo(() => (guild ? channelGroups(live, guild.id, now) : []), [live, guild, now])
  if (!guild) return <DirectMessages />
  return (
    <nav className="channels" aria-label="Channels">
      {groups.map(({ category, channels }) => (
        <section key={category?.id ?? 'none'} aria-label={category?.name ?? 'Without category'}>
          {category && <h2 className="side-title">{(category.name ?? '').toUpperCase()}</h2>}
          {channels.map(node => (
            <Node key={node.channel.id} node={node} />
          ))}
        </section>
      ))}
      {groups.length === 0 && <p className="side-none">This account sees no channel here.</p>}
    </nav>
  )
}

/** Locked: @everyone may not view it. */
const isLocked = (channel: LiveChannel) =>
  (channel.permission_overwrites ?? []).some(
    each => each.id === channel.guild_id && (BigInt(each.deny) & permission.ViewChannel) !== 0n,
  )

function Node({ node: { channel, threads } }: { node: ChannelNode }) {
  const { live, guild } = useStage()
  const voice = Object.values(guild?.voice ?? {}).filter(state => state.channel_id === channel.id)
  return (
    <>
      <ChannelLink channel={channel} />
      {threads.map(thread => (
        <ChannelLink key={thread.id} channel={thread} nested />
      ))}
      {voice.map(state => {
        const user = live.users[state.user_id]
        return (
          <span key={state.user_id} className="voice-person">
            <Avatar src={user && avatarOf(user, guild)} size={20} />
            <span className="truncate">{displayName(live, guild, state.user_id) ?? 'Unknown'}</span>
          </span>
        )
      })}
    </>
  )
}

function ChannelLink({ channel, nested = false }: { channel: LiveChannel; nested?: boolean }) {
  const { live, place, go } = useStage()
  const unread = live.unread[channel.id] ?? 0
  const target = { guild: place.guild ?? '', channel: channel.id }
  return (
    <a
      className="channel"
      data-nested={nested || undefined}
      data-unread={unread > 0 || undefined}
      data-channel-id={channel.id}
      aria-current={place.channel === channel.id ? 'page' : undefined}
      href={writeAddress({ ...place, ...target })}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        go(target)
      }}
    >
      {kindOf(channel) === 'direct' ? (
        <Avatar src={channel.recipients?.[0] && avatarOf(channel.recipients[0])} size={20} />
      ) : (
        <ChannelIcon kind={kindOf(channel)} locked={isLocked(channel)} />
      )}
      <span className="truncate">{channelName(channel)}</span>
      {unread > 0 && (
        <span className="channel-unread num">
          {unread > 99 ? '99+' : unread}
          <span className="visually-hidden"> unread</span>
        </span>
      )}
    </a>
  )
}

function DirectMessages() {
  const { live } = useStage()
  const channels = listOf(live.channels).filter(each => kindOf(each) === 'direct')
  return (
    <nav className="channels" aria-label="Direct messages">
      <h2 className="side-title">DIRECT MESSAGES</h2>
      {channels.map(channel => (
        <ChannelLink key={channel.id} channel={channel} />
      ))}
      {channels.length === 0 && <p className="side-none">Select a name in a server to message that person.</p>}
    </nav>
  )
}
