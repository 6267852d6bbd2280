import { useState } from 'react'
import { has, permission } from '#sandbox/world/permissions.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { hexColour } from '#web/ui/discord/model.ts'
import { formatTime } from '#web/ui/discord/time.ts'
import { permissionsInGuild } from '../client/access.ts'
import type { LiveChannel } from '../client/model.ts'
import { avatarOf, displayName, rolesOf } from '../client/people.ts'
import { DIRECT } from '../client/address.ts'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'
import { AppMenu } from '../slash/app-menu.tsx'

const TEN_MINUTES_MS = 600_000

/** Who somebody is here, and what this account may do to them. */
export function Profile({ userId, onClose }: { userId: string; onClose(): void }) {
  const { live, guild } = useStage()
  const user = live.users[userId]
  const member = guild?.members[userId]
  const name = displayName(live, guild, userId) ?? 'Unknown user'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={false}
      title={name}
      footer={<ProfileActions userId={userId} onClose={onClose} />}
    >
      <div className="profile">
        <Avatar src={user && avatarOf(user, guild)} size={64} />
        <div>
          <p>
            <b>{user?.username ?? userId}</b> {user?.bot && <Badge tone="accent">APP</Badge>}
          </p>
          <p className="muted num">{userId}</p>
          {member?.joined_at && <p className="muted">Joined {formatTime(Date.parse(member.joined_at), 'D', 0)}</p>}
          {guild && !member && <p className="muted">Not in this server</p>}
        </div>
      </div>
      {guild && member && (
        <ul className="profile-roles" aria-label="Roles">
          {rolesOf(guild, userId).map(role => (
            <li key={role.id}>
              <span className="role-dot" style={{ background: role.color === 0 ? undefined : hexColour(role.color) }} />
              {role.name}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function ProfileActions({ userId, onClose }: { userId: string; onClose(): void }) {
  const { session, live, guild, channel, now, go, say } = useStage()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      onClose()
    } catch (error) {
      say(sentenceOf(error))
      onClose()
    }
  }
  const { rest } = session
  const granted = guild ? permissionsInGuild(live, guild.id, now) : 0n
  const self = userId === live.me?.id
  const present = guild?.members[userId] !== undefined && !self
  const until = guild?.members[userId]?.communication_disabled_until
  const timedOut = Date.parse(until ?? '') > now
  const member = `/guilds/${guild?.id ?? ''}/members/${userId}`
  const write = async () => {
    const channel = await rest.call<LiveChannel>('POST', '/users/@me/channels', { recipient_id: userId })
    session.live.set(before => ({ ...before, channels: { ...before.channels, [channel.id]: channel } }))
    go({ guild: DIRECT, channel: channel.id })
  }
  return (
    <>
      {present && has(granted, permission.BanMembers) && (
        <Button
          variant="danger-quiet"
          why={busy}
          onClick={() => void attempt(() => rest.call('PUT', `/guilds/${guild.id}/bans/${userId}`, {}))}
        >
          Ban
        </Button>
      )}
      {present && has(granted, permission.KickMembers) && (
        <Button variant="ghost" why={busy} onClick={() => void attempt(() => rest.call('DELETE', member))}>
          Kick
        </Button>
      )}
      {present && has(granted, permission.ModerateMembers) && (
        <Button
          variant="ghost"
          why={busy}
          onClick={() =>
            void attempt(() =>
              rest.call('PATCH', member, {
                communication_disabled_until: timedOut ? null : new Date(Date.now() + TEN_MINUTES_MS).toISOString(),
              }),
            )
          }
        >
          {timedOut ? 'End timeout' : 'Time out, 10 min'}
        </Button>
      )}
      {channel && (
        <AppMenu
          channel={channel}
          on="user"
          targetId={userId}
          trigger={<Button variant="ghost">Apps</Button>}
          onChosen={onClose}
        />
      )}
      {!self && (
        <Button variant="primary" why={busy} onClick={() => void attempt(write)}>
          Message
        </Button>
      )}
    </>
  )
}
