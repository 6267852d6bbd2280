import { useMemo, useState } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Profile } from '../chat/profile.tsx'
import type { LiveState, LiveGuild } from '../client/model.ts'
import { avatarOf, colourOf, displayName, rolesOf } from '../client/people.ts'
import { useStage } from '../context.ts'

interface MemberGroup {
  title: string
  ids: readonly string[]
}

/** Members grouped by their highest hoisted role, as Discord lists them. */
function memberGroups(live: LiveState, guild: LiveGuild): MemberGroup[] {
  const groups = new Map<string, { title: string; position: number; ids: string[] }>()
  for (const id of Object.keys(guild.members)) {
    const role = rolesOf(guild, id).find(each => each.hoist)
    const group = groups.get(role?.id ?? '') ?? {
      title: role?.name ?? 'Members',
      position: role?.position ?? -1,
      ids: [],
    }
    group.ids.push(id)
    groups.set(role?.id ?? '', group)
  }
  const nameOf = (id: string) => displayName(live, guild, id) ?? id
  return [...groups.values()]
    .sort((one, other) => other.position - one.position)
    .map(({ title, ids }) => ({ title, ids: ids.sort((one, other) => nameOf(one).localeCompare(nameOf(other))) }))
}

const SHOWN = 200

export function Members() {
  const { live, guild, now } = useStage()
  const [person, setPerson] = useState<string>()
  const groups = useMemo(() => (guild ? memberGroups(live, guild) : []), [live, guild])
  if (!guild) return <p className="panel-none">Choose a server to see its members.</p>
  return (
    <div className="members">
      {groups.map(({ title, ids }) => (
        <section key={title} aria-label={title}>
          <h2 className="side-title">
            {title.toUpperCase()} <span className="num">{ids.length}</span>
          </h2>
          <ul>
            {ids.slice(0, SHOWN).map(id => {
              const user = live.users[id]
              const colour = colourOf(guild, id)
              const until = Date.parse(guild.members[id]?.communication_disabled_until ?? '')
              return (
                <li key={id}>
                  <button type="button" className="member" data-user-id={id} onClick={() => setPerson(id)}>
                    <Avatar src={user && avatarOf(user, guild)} size={28} />
                    <span className={colour ? 'truncate role-name' : 'truncate'} style={{ '--m-name': colour }}>
                      {displayName(live, guild, id) ?? id}
                    </span>
                    {user?.bot && <span className="msg-tag">APP</span>}
                    {id === guild.ownerId && <small>Owner</small>}
                    {until > now && <small>Timed out</small>}
                  </button>
                </li>
              )
            })}
          </ul>
          {ids.length > SHOWN && <p className="panel-none">{ids.length - SHOWN} more are not listed.</p>}
        </section>
      ))}
      {person !== undefined && <Profile userId={person} onClose={() => setPerson(undefined)} />}
    </div>
  )
}
