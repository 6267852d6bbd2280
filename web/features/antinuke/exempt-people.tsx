import { BadgeCheck, Crown, KeyRound, UserCheck } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { roleNameIn } from '#web/app/guild-names.ts'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { RoleDot } from '#web/ui/role-dot.tsx'
import type { ListedPerson } from './settings/person-list.tsx'
import type { AntinukeForm } from './use-antinuke-form.ts'
import './exempt-people.css'

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)
const mostNamed = 3

/** Some of them by name. People not saved yet have no name here and are counted with the rest. */
function People({ ids, known }: { ids: readonly string[]; known: readonly ListedPerson[] | undefined }) {
  const named = ids.flatMap(id => known?.find(person => person.id === id) ?? []).slice(0, mostNamed)
  const others = ids.length - named.length
  if (named.length === 0) return people(ids.length)
  return (
    <>
      {named.map(({ id, username }, place) => (
        <Fragment key={id}>
          {place > 0 && (others === 0 && place === named.length - 1 ? ' and ' : ', ')}
          <MemberLink id={id}>{username}</MemberLink>
        </Fragment>
      ))}
      {others > 0 && ` and ${others} more`}
    </>
  )
}

function Role({ guild, id }: { guild: AntinukeForm['guild']; id: string | null }) {
  if (id === null) return 'No bypass role set'
  const colour = guild?.roles.find(role => role.id === id)?.colour
  return (
    <>
      {colour !== undefined && <RoleDot colour={colour} />} {roleNameIn(guild, id)}
    </>
  )
}

/** Beside the tabs: the people that AntiNuke never stops. */
export function ExemptPeople({ form }: { form: AntinukeForm }) {
  const { guild, shows } = form
  const { extraOwners, whitelist, bypassRole } = form.values
  const rows: { icon: ReactNode; title: string; value: ReactNode }[] = [
    {
      icon: <Crown aria-hidden />,
      title: 'Guild Owner',
      value: guild && <MemberLink id={guild.ownerId}>{guild.owner}</MemberLink>,
    },
    {
      icon: <KeyRound aria-hidden />,
      title: 'Extra Owners',
      value: <People ids={extraOwners} known={shows?.extraowner_users} />,
    },
    {
      icon: <UserCheck aria-hidden />,
      title: 'Whitelisted Users',
      value: <People ids={whitelist} known={shows?.whitelist_users} />,
    },
    { icon: <BadgeCheck aria-hidden />, title: 'Bypass Role', value: <Role guild={guild} id={bypassRole} /> },
  ]
  return (
    <Card as="section" aria-label="Who is never stopped">
      <CardHead title="Who is never stopped" />
      <dl className="exempt-people">
        {rows.map(({ icon, title, value }) => (
          <div key={title}>
            <dt>
              {icon}
              {title}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
