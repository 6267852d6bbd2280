import { ArrowUpRight, Check } from 'lucide-react'
import type { TeamMember } from '#kernel/operator/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { outside } from '../shared/outside-link.ts'
import { SourceTag } from '../shared/source-tag.tsx'
import './team.css'

/** A link's address in short form: 'tide.example', 'mara@tide.example', '/contact'. */
const shownAddress = (url: string) => url.replace(/^(https?:\/\/|mailto:)/, '').replace(/\/$/, '') || url

export const Team = ({ team }: { team: readonly TeamMember[] }) => (
  <div className="team" data-one={team.length === 1 || undefined}>
    {team.map((member, place) => (
      <Member key={`${place} ${member.name}`} member={member} />
    ))}
  </div>
)

function Member({
  member: { name, role, about, skills, contributions, links, picture, example },
}: {
  member: TeamMember
}) {
  return (
    <Card as="article" className="member" aria-label={name}>
      <div className="member-top">
        {picture === null ? (
          <span className="member-sign" aria-hidden="true">
            {[...name].at(0)?.toUpperCase()}
          </span>
        ) : (
          <Avatar src={picture} size={72} />
        )}
        <div>
          <h2>{name}</h2>
          <p>{role}</p>
        </div>
        {example && <SourceTag source="example">Example entry</SourceTag>}
      </div>
      {about !== null && <p className="member-about">{about}</p>}
      {skills.length > 0 && (
        <>
          <h3>Skills</h3>
          <ul className="member-skills">
            {skills.map(skill => (
              <li key={skill}>
                <Badge>{skill}</Badge>
              </li>
            ))}
          </ul>
        </>
      )}
      {contributions.length > 0 && (
        <>
          <h3>Contributions</h3>
          <ul className="member-work">
            {contributions.map(one => (
              <li key={one}>
                <Check className="icon-sm" aria-hidden />
                {one}
              </li>
            ))}
          </ul>
        </>
      )}
      {links.length > 0 && (
        <ul className="member-links">
          {links.map(({ label, url }) => (
            <li key={`${label} ${url}`}>
              <a href={url} {...outside}>
                <span>{label}</span>
                <span className="faint truncate">{shownAddress(url)}</span>
                <ArrowUpRight className="icon-sm faint" aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
