import type { VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { MemberButton } from '#web/app/people/member-link.tsx'
import { Fragment } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CasesButton } from './cases-button.tsx'
import type { EventSubject } from './event-subjects.ts'

/** Opens what an event is about: the verified fields of an object, or somebody's page and their cases. */
export function SubjectButtons({
  subjects,
  onOpen,
}: {
  subjects: readonly EventSubject[]
  onOpen: (object: VerifiedObject) => void
}) {
  return subjects.map(subject =>
    'object' in subject ? (
      <Button key={subject.object.id} size="sm" onClick={() => onOpen(subject.object)}>
        Open <bdi>{subject.name}</bdi>
      </Button>
    ) : (
      <Fragment key={subject.personId}>
        <MemberButton id={subject.personId} name={subject.name} />
        <CasesButton userId={subject.personId} name={subject.name} />
      </Fragment>
    ),
  )
}
