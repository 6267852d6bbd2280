import { LinkButton } from '#web/app/link-button.tsx'
import { useMaySee } from '#web/app/sidebar/closed-entries.ts'
import type { VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { Button } from '#web/ui/button.tsx'
import type { EventSubject } from './event-subjects.ts'

/** Leads to the cases of somebody, for those who may see them. */
export function CasesButton({ guildId, userId, name }: { guildId: string; userId: string; name: string }) {
  const maySee = useMaySee(guildId)
  if (!maySee('moderation')) return null
  return (
    <LinkButton
      size="sm"
      to="/manage/$guildId/moderation"
      params={{ guildId }}
      search={{ target: userId }}
      hash="cases"
    >
      View cases
      <span className="visually-hidden">
        {' '}
        of <bdi>{name}</bdi>
      </span>
    </LinkButton>
  )
}

/** Opens what an event is about: the verified fields of an object, or the cases of somebody. */
export function SubjectButtons({
  guildId,
  subjects,
  onOpen,
}: {
  guildId: string
  subjects: readonly EventSubject[]
  onOpen: (object: VerifiedObject) => void
}) {
  return subjects.map(subject =>
    'object' in subject ? (
      <Button key={subject.object.id} size="sm" onClick={() => onOpen(subject.object)}>
        Open <bdi>{subject.name}</bdi>
      </Button>
    ) : (
      <CasesButton key={subject.personId} guildId={guildId} userId={subject.personId} name={subject.name} />
    ),
  )
}
